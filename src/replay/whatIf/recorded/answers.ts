import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { TurnEvent } from '../../../core/turn.ts';
import type { Line, WrittenError } from '../../../record/format.ts';
import { allOut, ofKind, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import type { Speaker } from './speakers.ts';
import { Rounds, type HandlerRound } from './rounds.ts';
import { readStream, type RecordedStream, type TimedRequest } from './stream.ts';

/**
 * An answer of the handler to a turn of the user or to the results of its functions. Times are relative to the call.
 */
export interface RecordedAnswer extends HandlerRound, Pick<Speaker, 'agent'> {
  readonly chunks: readonly (Timed & { readonly chunk: ChatCompletionChunk })[];
  readonly end: AnswerEnd;
  readonly requests: readonly TimedRequest[];
  /** The background calls whose final results came since the answer before. Absent if there are none. */
  readonly news?: readonly string[] | undefined;
}

/** `cut`: it was unsubscribed from before its end, so its remainder is unknown. `stalled`: it stopped emitting. */
export type AnswerEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'stalled' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** Reads the answers in a recording, in the order of their calls. */
export function readAnswers(lines: readonly Line[], speakerAt: (line: number) => Speaker): readonly RecordedAnswer[] {
  const ends = ofKind(allOut(lines, 'reply'), 'ended');
  const failed = new Set(ends.flatMap(({ v }) => (v.reason === 'failed' ? v.turn : [])));
  return findCalls(lines).map(({ openedBy, stream, reply, ...round }) => {
    const { values, requests, end } = readStream(lines, openedBy, stream);
    const chunks = values.map(({ atMs, value }) => ({ atMs, chunk: value as ChatCompletionChunk }));
    const { agent } = speakerAt(openedBy);
    return { ...round, agent, chunks, requests, end: createEnd(end, failed.has(reply)) };
  });
}

interface OpenedStream {
  readonly openedBy: number;
  readonly stream: string;
}

interface FoundCall extends HandlerRound, OpenedStream {
  /** The number of the call's reply. */
  readonly reply: number;
  readonly news?: readonly string[] | undefined;
}

/**
 * Finds the handler calls, one per round. With `preemptive_generation`, a second call is made ahead of the next turn;
 * it becomes the call for that turn if no further call is made.
 */
class CallFinder {
  readonly calls: FoundCall[] = [];
  readonly #rounds: Rounds = new Rounds();
  #due: HandlerRound | null = null;
  #ahead: OpenedStream | null = null;

  note(line: Line, openedBy: number): void {
    const next = this.#rounds.note(line);
    if (next !== undefined) {
      this.#settle();
      this.#due = next;
    }
    const event = valueOut(line, 'reply');
    if (event !== undefined && this.#isWithoutCall(event)) this.#settle();
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith('llm.') === true) this.#open({ openedBy, stream });
  }

  /** Returns whether a reply has begun to answer, or has ended, without the expected call. */
  #isWithoutCall(event: TurnEvent): boolean {
    const due = this.#due;
    if (due === null || event.kind === 'started') return false;
    if (due.round === 0) return event.turn === due.turn;
    return event.kind === 'ended' && event.turn === this.#rounds.reply && !this.#rounds.isHandedOver;
  }

  #open(opened: OpenedStream): void {
    const due = this.#rounds.isHandedOver ? null : this.#due;
    this.#ahead = due === null ? opened : null;
    if (due === null) return;
    const news = this.#rounds.takeNews();
    this.calls.push({ ...due, ...opened, reply: this.#rounds.reply, ...(news.length > 0 && { news }) });
    this.#due = null;
  }

  /** Assigns the answer that was requested ahead to a reply that begins to answer without a further call. */
  #settle(): void {
    const due = this.#due;
    if (due?.round === 0 && this.#ahead !== null && this.#rounds.isOfUser(due.turn))
      this.calls.push({ ...due, ...this.#ahead, reply: due.turn });
    this.#due = null;
  }
}

function findCalls(lines: readonly Line[]): readonly FoundCall[] {
  const finder = new CallFinder();
  for (const [n, line] of lines.entries()) finder.note(line, n);
  return finder.calls;
}

function createEnd(end: RecordedStream['end'], hasFailed: boolean): AnswerEnd {
  if (end.kind === 'failed') return end;
  if (end.kind === 'cut' && hasFailed) return { kind: 'stalled', atMs: end.atMs };
  return { kind: end.kind === 'complete' ? 'complete' : 'cut', atMs: end.atMs };
}
