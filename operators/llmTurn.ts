import {
  asyncScheduler,
  connect,
  concatMap,
  EMPTY,
  filter,
  map,
  merge,
  NEVER,
  of,
  switchMap,
  take,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../src/core/chunk.ts';
import { asAntiphonError, type AntiphonError } from '../src/core/errors.ts';
import { bracketed } from '../src/stream/bracketed.ts';
import { fromHandler } from '../src/stream/fromHandler.ts';
import { inSlices } from '../src/stream/inSlices.ts';
import { LIMITS } from '../src/core/limits.ts';
import type { UserTurn } from '../src/core/speech.ts';
import type { EndReason, FunctionResults, RoundProgress, TurnEvent } from '../src/core/turn.ts';
import { completion, type RoundEnd } from './llmTurn/completion.ts';
import { chunkTimeout } from './llmTurn/chunkTimeout.ts';
import { createReplyMeter, createLimitError } from './llmTurn/limits.ts';
import { reportProgress } from './llmTurn/reportProgress.ts';

/** One call of the handler. Round 0 answers the user; further rounds follow function results. */
export interface Round {
  readonly turn: UserTurn;
  readonly round: number;
  /** True if no function may be called. */
  readonly last: boolean;
}

export interface LlmTurnOptions {
  /** Answers one round. `signal` is aborted when the reply is cut; a stream that ignores it is abandoned. */
  readonly respond: (round: Round, signal: AbortSignal) => HandlerStream<ChatCompletionChunk>;
  /** Ends the reply to a turn at once, for this reason. A newer turn supersedes it in any case. @default never */
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  /** Results of the calls of a round. @default none: a round with calls ends the reply */
  readonly results?: Observable<FunctionResults> | undefined;
  /** True while further rounds may begin; must emit its value on subscribing. @default always */
  readonly open?: Observable<boolean> | undefined;
  /** Limit on the further rounds of a turn. @default 1 */
  readonly maxRounds?: number | undefined;
  /** Time limit for the first chunk of a round, in ms. @default 10000 */
  readonly firstChunkTimeoutMs?: number | undefined;
  /** Time limit between two chunks, in ms. @default 5000 */
  readonly chunkTimeoutMs?: number | undefined;
  /** Gets errors, and diagnostics for unusual chunks. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Gets the call of each round, its first chunk and its tokens. */
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Answers each user turn with the stream that `respond` returns. A stream that never pauses lets the event loop turn. Each
 * reply is a bracket `started … ended`, cut by the next turn, by `cut`, or by a failure. Completes with the turns and the last
 * reply; unsubscribing aborts the current request.
 *
 * ```text
 * userTurn  u-------U----------
 * first     --t--t--t--t|
 * second            -----t|
 * reply     s-t--t--(pS)-T(RE)    s started, t text, p superseded, r round, e complete
 * ```
 */
export function llmTurn(options: LlmTurnOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { cut = NEVER, report = () => {} } = options;
  return connect((turns) =>
    turns.pipe(
      concatMap((userTurn) => {
        const { turn } = userTurn;
        return rounds(userTurn, options).pipe(
          bracketed<TurnEvent, EndReason>({
            started: { kind: 'started', turn },
            ended: (reason) => ({ kind: 'ended', turn, reason }),
            complete: 'complete',
            failed: (error) => {
              report(asAntiphonError(error, 'handler_failed', { turn }));
              return 'failed';
            },
            cut: merge(
              cut.pipe(
                filter((other) => other.turn === turn),
                map(({ reason }) => reason),
              ),
              turns.pipe(map((): EndReason => 'superseded')),
            ),
          }),
        );
      }),
    ),
  );
}

function rounds(userTurn: UserTurn, options: LlmTurnOptions): Observable<TurnEvent> {
  const { report = () => {}, maxRounds = 1, results = null, open = of(true) } = options;
  const { turn } = userTurn;
  const unusual = once(report);
  const meter = createReplyMeter();
  const next = (round: number): Observable<TurnEvent> =>
    chunksOf({ turn: userTurn, round, last: round >= maxRounds }, options).pipe(
      completion({ turn, round, unusual, report, meter }),
      concatMap((event) => (event.kind === 'text' ? of(event) : afterRound(event))),
    );
  const afterRound = (ended: RoundEnd): Observable<TurnEvent> => {
    if (ended.calls.length === 0 || results === null) return of(ended);
    const executed = results.pipe(
      filter((other) => other.turn === turn && other.round === ended.round),
      take(1),
    );
    const allowed = ended.round >= maxRounds ? EMPTY : open.pipe(filter(Boolean), take(1));
    return merge(executed.pipe(switchMap(() => allowed.pipe(switchMap(() => next(ended.round + 1))))), of(ended));
  };
  return next(0);
}

/** Calls the handler for a round and emits the chunks of its answer. */
function chunksOf(round: Round, options: LlmTurnOptions): Observable<unknown> {
  const { respond, report, progress = () => {}, scheduler = asyncScheduler } = options;
  const { firstChunkTimeoutMs: firstMs = 10_000, chunkTimeoutMs: eachMs = 5000 } = options;
  return fromHandler((signal) => respond(round, signal), { report, scheduler }).pipe(
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
