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
  let due: HandlerRound = { turn: -1, round: 0 };
  return lines.flatMap((line, n) => {
    due = roundAfter(line) ?? due;
    const opened = valueOut(line, 'opened');
    if (opened?.startsWith('llm.') !== true) return [];
    const { values, requests, end } = readStream(lines, n, opened);
    const chunks = values.map(({ atMs, value }) => ({ atMs, chunk: value as ChatCompletionChunk }));
    return [{ ...due, chunks, requests, end: createEnd(end, failed.has(due.turn)) }];
  });
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
