import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { ProviderMemory } from '../session/fallback/providerMemory.ts';
import { firstToEmit } from '../stream/firstToEmit.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { answerOf } from './answerOf.ts';
import type { AbortableInput, ResponseHandler } from './responseHandler.ts';

export interface FallbackOptions {
  /** Time for the first text or function call of a handler, in seconds, above 0. The session gives all of them 10 s. @default 4 */
  readonly timeout?: number | undefined;
  /** How long a handler that has failed is tried only after the others, in seconds, at least 0. @default 60 */
  readonly retryAfter?: number | undefined;
  /**
   * Also asks the next handler if one has not answered within this time, in seconds, at least 0: the first to answer is heard. `0` asks all
   * at once. `'p95'`: the 95th percentile of the handler's own latest 100 answers, once there are 20. @default never
   */
  readonly hedgeAfter?: number | 'p95' | undefined;
  /** Gets each failure of a handler, with its place in the list. */
  readonly onFailure?: ((failure: { readonly handler: number; readonly error: unknown }) => void) | undefined;
  /** Where time comes from. @default the monotonic clock */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Returns a handler that asks the first of `handlers`, and the next one when it throws, its stream fails, or no text and no call comes in
 * time. What came before is dropped, so that nothing is spoken twice; once an answer has begun, its failure is that of the reply. A handler
 * that has failed stands behind the others for a while, in all sessions. The signal of a handler that is given up fires.
 *
 *     llm_response_handler: withFallback([askClaude, askGemini], { timeout: 3 })
 *
 * ```
 * first   o-#             o opening, t u text, f finish
 * second    -t----(f|)
 * answer  ---t----(f|)
 * ```
 *
 * @throws AntiphonError `usage_invalid` for no handlers, and for an option out of range; from the stream `handler_failed` when all have failed
 */
export function withFallback<Input extends AbortableInput>(
  handlers: readonly ResponseHandler<Input>[],
  options: FallbackOptions = {},
): (input: Input) => Observable<ChatCompletionChunk> {
  const { timeout = 4, retryAfter = 60, hedgeAfter, onFailure = () => {}, scheduler = monotonicScheduler } = options;
  checkOptions(handlers.length, { timeout, retryAfter, hedgeAfter });
  const all = handlers.map((handler, at) => ({ handler, at, memory: new ProviderMemory(scheduler) }));
  const isBehind = ({ memory }: Candidate<Input>): boolean => memory.hasFailedWithin(retryAfter * 1000);
  const hedgeMs = typeof hedgeAfter === 'number' ? hedgeAfter * 1000 : undefined;
  return (input) =>
    firstToEmit<Candidate<Input>, ChatCompletionChunk>({
      order: [...all.filter((candidate) => !isBehind(candidate)), ...all.filter(isBehind)],
      ask: ({ handler }) => answerOf(handler, input, { timeoutMs: timeout * 1000, scheduler }),
      fail: ({ at, memory }, error) => {
        memory.fail();
        onFailure({ handler: at, error });
      },
      failAll: createAllFailedError,
      addLatency: ({ memory }, ms, hasAnswered) => memory.addLatency(ms, hasAnswered),
      hedgeMs: ({ memory }) => (hedgeAfter === 'p95' ? memory.p95Ms : hedgeMs),
      scheduler,
    });
}

/** A handler, its place in the list, and what is remembered of it. */
interface Candidate<Input extends AbortableInput> {
  readonly handler: ResponseHandler<Input>;
  readonly at: number;
  readonly memory: ProviderMemory;
}

function checkOptions(
  count: number,
  { timeout, retryAfter, hedgeAfter }: Required<Pick<FallbackOptions, 'timeout' | 'retryAfter' | 'hedgeAfter'>>,
): void {
  if (count === 0) throw createUsageError('handlers', 'at least one', 'none');
  if (!(typeof timeout === 'number' && timeout > 0))
    throw createUsageError('timeout', 'seconds above 0', shown(timeout));
  if (!(typeof retryAfter === 'number' && retryAfter >= 0))
    throw createUsageError('retryAfter', 'seconds of at least 0', shown(retryAfter));
  if (hedgeAfter !== undefined && hedgeAfter !== 'p95' && !(typeof hedgeAfter === 'number' && hedgeAfter >= 0))
    throw createUsageError('hedgeAfter', "seconds of at least 0, or 'p95'", shown(hedgeAfter));
}

function createAllFailedError(errors: readonly unknown[]): AntiphonError {
  return new AntiphonError('handler_failed', `all handlers failed: ${errors.map(messageOf).join('; ')}`, {
    cause: errors.at(-1),
  });
}

function createUsageError(path: string, expected: string, got: string): AntiphonError {
  return new AntiphonError('usage_invalid', `withFallback: ${path}: expected ${expected}, got ${got}`, {
    path,
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
