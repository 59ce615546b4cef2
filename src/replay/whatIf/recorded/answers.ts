import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { Line, WrittenError } from '../../../record/format.ts';
import { allOut, ofKind, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import { readStream, type RecordedStream, type TimedRequest } from './stream.ts';

/** One answer of the handler: to a turn of the user, or to the results of its functions. Times are relative to the call. */
export interface RecordedAnswer extends HandlerRound {
  readonly chunks: readonly (Timed & { readonly chunk: ChatCompletionChunk })[];
  readonly end: AnswerEnd;
  readonly requests: readonly TimedRequest[];
}

/** A call of the handler: for a turn of the user, or for the results of a round. */
export interface HandlerRound {
  readonly turn: number;
  readonly round: number;
}

/** `cut`: it was unsubscribed from before its end, so that its rest is not known. `stalled`: it stopped emitting. */
export type AnswerEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'stalled' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** Reads the answers of a recording, in the order of their calls. */
export function readAnswers(lines: readonly Line[]): readonly RecordedAnswer[] {
  const ends = ofKind(allOut(lines, 'reply'), 'ended');
  const failed = new Set(ends.flatMap(({ v }) => (v.reason === 'failed' ? v.turn : [])));
  return findCalls(lines).map(({ openedBy, stream, ...round }) => {
    const { values, requests, end } = readStream(lines, openedBy, stream);
    const chunks = values.map(({ atMs, value }) => ({ atMs, chunk: value as ChatCompletionChunk }));
    return { ...round, chunks, requests, end: createEnd(end, failed.has(round.turn)) };
  });
}

interface OpenedStream {
  readonly openedBy: number;
  readonly stream: string;
}

/**
 * Finds the calls of the handler, one for each round. A second call is one ahead of the next turn, and the one to that turn if no
 * further is made: `preemptive_generation`.
 */
function findCalls(lines: readonly Line[]): readonly (HandlerRound & OpenedStream)[] {
  const calls: (HandlerRound & OpenedStream)[] = [];
  let due: HandlerRound | null = null;
  let ahead: OpenedStream | null = null;
  const settle = (): void => {
    if (due?.round === 0 && ahead !== null) calls.push({ ...due, ...ahead });
    due = null;
  };
  for (const [openedBy, line] of lines.entries()) {
    const next = roundAfter(line);
    if (next !== undefined) {
      settle();
      due = next;
    }
    if (due !== null && isAnswerOf(line, due.turn)) settle();
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith('llm.') !== true) continue;
    if (due !== null) calls.push({ ...due, openedBy, stream });
    ahead = due === null ? { openedBy, stream } : null;
    due = null;
  }
  return calls;
}

/** Returns whether a reply has begun to answer without a further call. */
function isAnswerOf(line: Line, turn: number): boolean {
  const event = valueOut(line, 'reply');
  return event?.turn === turn && event.kind !== 'started';
}

/** Returns the call of the handler that a line causes. */
export function roundAfter(line: Line): HandlerRound | undefined {
  const turn = valueOut(line, 'userTurn')?.turn;
  const results = valueOut(line, 'functionResults');
  if (turn !== undefined) return { turn, round: 0 };
  return results && { turn: results.turn, round: results.round + 1 };
}

function createEnd(end: RecordedStream['end'], hasFailed: boolean): AnswerEnd {
  if (end.kind === 'failed') return end;
  if (end.kind === 'cut' && hasFailed) return { kind: 'stalled', atMs: end.atMs };
  return { kind: end.kind === 'complete' ? 'complete' : 'cut', atMs: end.atMs };
}
