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
import type { EndReason, FunctionCalls, FunctionResults, RoundProgress, TurnEvent } from '../src/core/turn.ts';
import { completion } from './llmTurn/completion.ts';
import { chunkTimeout } from './llmTurn/chunkTimeout.ts';
import { createReplyMeter, limitExceeded } from './llmTurn/limits.ts';
import { reportProgress } from './llmTurn/reportProgress.ts';

/** One call of the handler: round 0 answers the user, the further ones follow upon function results. */
export interface Round {
  readonly turn: UserTurn;
  readonly round: number;
  /** No function may be called any more. */
  readonly last: boolean;
}

export interface LlmTurnOptions {
  /** Answers one round. `signal` fires as soon as the reply is cut; a stream that ignores it is abandoned. */
  readonly respond: (round: Round, signal: AbortSignal) => HandlerStream<ChatCompletionChunk>;
  /** Ends the reply to a turn at once, for this reason. A newer turn supersedes it in any case. */
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  /** Results of the calls of a round; without it a round with calls ends the reply. */
  readonly results?: Observable<FunctionResults> | undefined;
  /** Whether a further round may be asked for now; its current value comes on subscribing. @default always */
  readonly open?: Observable<boolean> | undefined;
  /** How many further rounds a turn may have. @default 1 */
  readonly maxRounds?: number | undefined;
  /** @default 10000 */
  readonly firstChunkTimeoutMs?: number | undefined;
  /** @default 5000 */
  readonly chunkTimeoutMs?: number | undefined;
  /** Told of failures and of what is unusual in the chunks. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Told when a round is asked for, of its first chunk, and of the tokens that it took. */
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Answers each user turn with what `respond` streams; one that never pauses lets the event loop turn. Every `started` is followed by exactly one `ended`, whatever cut the
 * reply: the next turn, `cut`, a failure. Ends with the turns and the last reply; unsubscribing aborts the request under way.
 *
 * ```text
 * userTurn  u-------U----------
 * first     --t--t--t--t|
 * second            -----t|
 * reply     s-t--t--(pS)-T(RE)    s started, t text, p superseded, r the round has ended, e complete
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

function rounds(turn: UserTurn, options: LlmTurnOptions): Observable<TurnEvent> {
  const { respond, report = () => {}, maxRounds = 1, results = null, open = of(true) } = options;
  const { firstChunkTimeoutMs = 10_000, chunkTimeoutMs = 5000, scheduler = asyncScheduler } = options;
  const { progress = () => {} } = options;
  const unusual = once(report);
  const meter = createReplyMeter();
  const next = (round: number): Observable<TurnEvent> =>
    fromHandler((signal) => respond({ turn, round, last: round >= maxRounds }, signal), { report, scheduler }).pipe(
      chunkTimeout({ firstMs: firstChunkTimeoutMs, eachMs: chunkTimeoutMs, scheduler }),
      reportProgress({ turn: turn.turn, round, progress }),
      inSlices({ bound: CHUNKS_BOUND, scheduler }),
      completion({ turn: turn.turn, round, unusual, report, meter }),
      concatMap((said) =>
        said.kind === 'text'
          ? of<TurnEvent>({ kind: 'text', turn: turn.turn, round, delta: said.delta })
          : afterRound({ ...said, turn: turn.turn, round }),
      ),
    );
  const afterRound = ({ round, calls, notExecuted }: FunctionCalls): Observable<TurnEvent> => {
    const done = of<TurnEvent>({
      kind: 'round',
      turn: turn.turn,
      round,
      calls,
      ...(notExecuted !== undefined && { notExecuted }),
    });
    if (calls.length === 0 || results === null) return done;
    const executed = results.pipe(
      filter((other) => other.turn === turn.turn && other.round === round),
      take(1),
    );
    const further =
      round >= maxRounds
        ? EMPTY
        : open.pipe(
            filter(Boolean),
            take(1),
            switchMap(() => next(round + 1)),
          );
    return merge(executed.pipe(switchMap(() => further)), done);
  };
  return next(0);
}

/** A stream that brings chunks faster than they are read. */
const CHUNKS_BOUND = { size: LIMITS.chunks, exceeded: () => limitExceeded(LIMITS.chunks, 'stream', 'chunks') };

/** Real services break small rules with every chunk: the first time is enough. */
function once(report: (error: AntiphonError) => void): (error: AntiphonError) => void {
  let told = false;
  return (error) => {
    if (!told) report(error);
    told = true;
  };
}
