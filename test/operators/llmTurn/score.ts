import { map, merge, Subject, timer, type Observable } from 'rxjs';
import { llmTurn } from '../../../operators/llmTurn.ts';
import type { LlmTurnOptions } from '../../../operators/llmTurn/llmTurnOptions.ts';
import type { ChatCompletionChunk, HandlerStream } from '../../../src/core/chunk.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { UserTurn } from '../../../src/core/speech.ts';
import type { EndReason, TurnEvent } from '../../../src/core/turn.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { chunk } from '../../../src/testing/doubles/chunks.ts';
import { replies, turns } from '../../../src/testing/fixtures.ts';

/** `a` and `b`: a chunk with that letter as its text. */
export const CHUNKS: Readonly<Record<string, ChatCompletionChunk>> = {
  a: chunk('a'),
  b: chunk('b'),
};

export const started = (turn = 0): TurnEvent => ({ kind: 'started', turn });
export const text = (delta: string, round = 0, turn = 0): TurnEvent => ({ kind: 'text', turn, round, delta });
export const ended = (reason: EndReason = 'complete', turn = 0): TurnEvent => ({ kind: 'ended', turn, reason });
export const round = (number = 0, turn = 0): TurnEvent => ({ kind: 'round', turn, round: number, calls: [] });

/** The letters of `replies`, with the texts `a` and `b` of `CHUNKS`. */
export const REPLY: Readonly<Record<string, TurnEvent>> = { ...replies, a: text('a'), b: text('b') };

/** Answers one user turn under virtual time. */
export interface Answering {
  readonly clock: VirtualClock;
  readonly reported: AntiphonError[];
  /** Each event as `ms kind …`. */
  readonly log: string[];
  readonly turns: Subject<UserTurn>;
  close(): void;
}

export function answering(how: (clock: VirtualClock) => Omit<LlmTurnOptions, 'report' | 'scheduler'>): Answering {
  const clock = new VirtualClock();
  const options = how(clock);
  const turnsIn = new Subject<UserTurn>();
  const reported: AntiphonError[] = [];
  const log: string[] = [];
  const running = turnsIn
    .pipe(llmTurn({ ...options, report: (error) => reported.push(error), scheduler: clock }))
    .subscribe((event) => log.push(`${clock.now()} ${write(event)}`));
  turnsIn.next(turns.u);
  return { clock, reported, log, turns: turnsIn, close: () => running.unsubscribe() };
}

/** What a turn is answered, and what is reported, when the handler streams this. */
export function answered(stream: HandlerStream<ChatCompletionChunk>): Pick<Answering, 'log' | 'reported'> {
  const { clock, log, reported } = answering(() => ({ respond: () => stream }));
  clock.flush();
  return { log: log.map((line) => line.replace(/^\d+ /, '')), reported };
}

/** Each of these chunks so many ms after the handler was called. */
export function timed(
  clock: VirtualClock,
  ...chunks: readonly (readonly [atMs: number, chunk: unknown])[]
): Observable<never> {
  return merge(...chunks.map(([atMs, made]) => timer(atMs, clock).pipe(map(() => made as never))));
}

/** Chunks that need not be any. */
export function raw(stream: Observable<unknown>): HandlerStream<ChatCompletionChunk> {
  return stream as Observable<ChatCompletionChunk>;
}

function write(event: TurnEvent): string {
  switch (event.kind) {
    case 'text':
      return `text ${event.delta}`;
    case 'round':
      return `round ${event.round}: ${event.calls.map((call) => `${call.id} ${call.function.name}(${call.function.arguments})`).join(', ')}`;
    case 'ended':
      return event.reason;
    default:
      return event.kind;
  }
}
