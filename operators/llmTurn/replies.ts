import {
  asyncScheduler,
  concatMap,
  defer,
  EMPTY,
  filter,
  map,
  NEVER,
  of,
  switchMap,
  take,
  using,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { asAntiphonError, type AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { DraftText, EndReason, FunctionResults, RoundProgress, TurnEvent } from '../../src/core/turn.ts';
import { fastConnect } from '../../src/stream/fastConnect.ts';
import { bracketed } from '../../src/stream/bracketed.ts';
import { concatMapSome } from '../../src/stream/concatMapSome.ts';
import { mapDefined } from '../../src/stream/mapDefined.ts';
import { inSlices } from '../../src/stream/inSlices.ts';
import { askAhead, type AskedAhead } from './askAhead.ts';
import { completion, type RoundEnd } from './completion.ts';
import { chunkTimeout } from './chunkTimeout.ts';
import { createReplyMeter, createLimitError } from './limits.ts';
import { reportProgress } from './reportProgress.ts';
import type { Round } from './round.ts';
import { merge } from '../../src/stream/merge.ts';

/** The options of `llmTurn`, with the chunks of a round in place of its handler. */
export interface RepliesOptions {
  /** Emits the chunks of one round. Calls the handler on subscribing. */
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  readonly drafts?: Observable<UserTurn | null> | undefined;
  readonly draftText?: ((event: DraftText) => void) | undefined;
  readonly requestKey?: ((round: Round) => string) | undefined;
  readonly results?: Observable<FunctionResults> | undefined;
  readonly open?: Observable<boolean> | undefined;
  readonly maxRounds?: number | undefined;
  readonly firstChunkTimeoutMs?: number | undefined;
  readonly chunkTimeoutMs?: number | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** Answers each user turn with the chunks of its rounds; see `llmTurn`. */
export function replies(options: RepliesOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { drafts } = options;
  if (drafts === undefined) return repliesFrom(options, null);
  return (turns) =>
    using(
      () => askAhead({ ...options, drafts }),
      (ahead) => turns.pipe(repliesFrom(options, ahead as AskedAhead)),
    );
}

function repliesFrom(options: RepliesOptions, ahead: AskedAhead | null): OperatorFunction<UserTurn, TurnEvent> {
  const { cut = NEVER, report = () => {} } = options;
  return fastConnect((turns) =>
    turns.pipe(
      concatMap((userTurn) => {
        const { turn } = userTurn;
        return rounds(userTurn, options, ahead).pipe(
          bracketed<TurnEvent, EndReason>({
            started: { kind: 'started', turn },
            ended: (reason) => ({ kind: 'ended', turn, reason }),
            complete: 'complete',
            failed: (error) => {
              report(asAntiphonError(error, 'handler_failed', { turn }));
              return 'failed';
            },
            cuts: [
              cut.pipe(mapDefined((other) => (other.turn === turn ? other.reason : undefined))),
              turns.pipe(map((): EndReason => 'superseded')),
            ],
          }),
        );
      }),
    ),
  );
}

function rounds(userTurn: UserTurn, options: RepliesOptions, ahead: AskedAhead | null): Observable<TurnEvent> {
  const { report = () => {}, maxRounds = 1, results = null, open = of(true) } = options;
  const { turn } = userTurn;
  const unusual = once(report);
  const meter = createReplyMeter();
  const next = (round: number): Observable<TurnEvent> =>
    chunksOf({ turn: userTurn, round, last: round >= maxRounds }, options, ahead).pipe(
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
function chunksOf(round: Round, options: RepliesOptions, ahead: AskedAhead | null): Observable<unknown> {
  const { chunks, progress = () => {}, scheduler = asyncScheduler } = options;
  const { firstChunkTimeoutMs: firstMs = 10_000, chunkTimeoutMs: eachMs = 5000 } = options;
  const called = ahead === null ? chunks(round) : defer(() => ahead.take(round) ?? chunks(round));
  return called.pipe(
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
