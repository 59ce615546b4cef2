import {
  asyncScheduler,
  EMPTY,
  filter,
  merge,
  NEVER,
  of,
  switchMap,
  take,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  type Subscriber,
} from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { asAntiphonError, type AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { EndReason, FunctionResults, RoundProgress, TurnEvent } from '../../src/core/turn.ts';
import { concatMapSome } from '../../src/stream/concatMapSome.ts';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import { inSlices } from '../../src/stream/inSlices.ts';
import { completion, type RoundEnd } from './completion.ts';
import { chunkTimeout } from './chunkTimeout.ts';
import { createReplyMeter, createLimitError } from './limits.ts';
import { reportProgress } from './reportProgress.ts';

/** One call of the handler. Round 0 answers the user; further rounds follow function results. */
export interface Round {
  readonly turn: UserTurn;
  readonly round: number;
  /** True if no function may be called. */
  readonly last: boolean;
}

/** Ends the reply to a turn. */
export interface Cut {
  readonly turn: number;
  readonly reason: EndReason;
}

/** The options of `llmTurn`, with the chunks of a round in place of its handler. */
export interface RepliesOptions {
  /** Emits the chunks of one round. Calls the handler on subscribing. */
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
  readonly cut?: Observable<Cut> | undefined;
  readonly results?: Observable<FunctionResults> | undefined;
  readonly open?: Observable<boolean> | undefined;
  readonly maxRounds?: number | undefined;
  readonly firstChunkTimeoutMs?: number | undefined;
  readonly chunkTimeoutMs?: number | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Answers each user turn with the chunks of its rounds; see `llmTurn`.
 *
 * It is one operator, with one subscription to `cut` for all turns, as what it does for a turn delays its answer.
 */
export function replies(options: RepliesOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { cut = NEVER, report = () => {} } = options;
  return (turns) =>
    new Observable((subscriber) => {
      const waiting: UserTurn[] = [];
      let isBusy = false;
      let isOver = false;
      /** The reply that may be cut. */
      let current: { readonly turn: number; readonly body: Subscriber<TurnEvent> } | null = null;
      const advance = (): void => {
        while (waiting.length > 0 && !isBusy) begin(waiting.shift() as UserTurn);
        if (isOver && !isBusy) subscriber.complete();
      };
      const begin = (userTurn: UserTurn): void => {
        const { turn } = userTurn;
        const body = createOperatorSubscriber<TurnEvent>(subscriber, {
          next: (event) => subscriber.next(event),
          error: (error) => {
            report(asAntiphonError(error, 'handler_failed', { turn }));
            end('failed');
          },
          complete: () => end('complete'),
        });
        isBusy = true;
        current = { turn, body };
        subscriber.next({ kind: 'started', turn });
        if (!body.closed) rounds(userTurn, options).subscribe(body);
      };
      const end = (reason: EndReason): void => {
        if (current === null) return;
        const { turn, body } = current;
        current = null;
        body.unsubscribe();
        subscriber.next({ kind: 'ended', turn, reason });
        isBusy = false;
        advance();
      };
      cut.subscribe(
        createOperatorSubscriber<Cut>(subscriber, {
          next: ({ turn, reason }) => turn === current?.turn && end(reason),
          complete: () => {},
        }),
      );
      turns.subscribe(
        createOperatorSubscriber<UserTurn>(subscriber, {
          next: (userTurn) => {
            waiting.push(userTurn);
            end('superseded');
            advance();
          },
          complete: () => {
            isOver = true;
            advance();
          },
        }),
      );
    });
}

function rounds(userTurn: UserTurn, options: RepliesOptions): Observable<TurnEvent> {
  const { report = () => {}, maxRounds = 1, results = null, open = of(true) } = options;
  const { turn } = userTurn;
  const unusual = once(report);
  const meter = createReplyMeter();
  const next = (round: number): Observable<TurnEvent> =>
    chunksOf({ turn: userTurn, round, last: round >= maxRounds }, options).pipe(
      completion({ turn, round, unusual, report, meter }),
      concatMapSome((event) => (event.kind === 'round' ? afterRound(event) : undefined)),
    );
  const afterRound = (ended: RoundEnd): Observable<TurnEvent> | undefined => {
    if (ended.calls.length === 0 || results === null) return undefined;
    const executed = results.pipe(
      filter((other) => other.turn === turn && other.round === ended.round),
      take(1),
    );
    const allowed = ended.round >= maxRounds ? EMPTY : open.pipe(filter(Boolean), take(1));
    return merge(executed.pipe(switchMap(() => allowed.pipe(switchMap(() => next(ended.round + 1))))), of(ended));
  };
  return next(0);
}

/** Emits the chunks of a round within its time limits, in slices. */
function chunksOf(round: Round, options: RepliesOptions): Observable<unknown> {
  const { chunks, progress = () => {}, scheduler = asyncScheduler } = options;
  const { firstChunkTimeoutMs: firstMs = 10_000, chunkTimeoutMs: eachMs = 5000 } = options;
  return chunks(round).pipe(
    chunkTimeout({ firstMs, eachMs, scheduler }),
    reportProgress({ turn: round.turn.turn, round: round.round, progress }),
    inSlices({ bound: CHUNKS_BOUND, scheduler }),
  );
}

/** Limit for a stream whose chunks arrive faster than they are read. */
const CHUNKS_BOUND = { size: LIMITS.chunks, exceeded: () => createLimitError(LIMITS.chunks, 'stream', 'chunks') };

/** Reports only the first error: real services break small rules with every chunk. */
function once(report: (error: AntiphonError) => void): (error: AntiphonError) => void {
  let isReported = false;
  return (error) => {
    if (!isReported) report(error);
    isReported = true;
  };
}
