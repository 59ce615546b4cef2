import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { ProviderMemory } from '../fallback/providerMemory.ts';
import { firstToEmit } from '../stream/firstToEmit.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { answerOf, type AbortableInput, type ResponseHandler } from './answerOf.ts';

export interface FallbackOptions {
  /**
   * Time limit for a handler's first text or function call, in seconds, above 0. The session allows all handlers
   * together 10 s.
   * @default 4
   */
  readonly timeout?: number | undefined;
  /** How long a failed handler is tried only after the others, in seconds, at least 0. @default 60 */
  readonly retryAfter?: number | undefined;
  /**
   * Time without an answer after which the next handler is called as well, in seconds, at least 0. The first to answer
   * is used. `0` calls all at once. `'p95'`: the 95th percentile of the handler's own latest 100 answers, once there
   * are 20. @default never
   */
  readonly hedgeAfter?: number | 'p95' | undefined;
  /** Called with each failure of a handler and the handler's index in the list. */
  readonly onFailure?: ((failure: { readonly handler: number; readonly error: unknown }) => void) | undefined;
  /** The source of time. @default the monotonic clock */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Returns a handler that calls the first of `handlers`, and the next one if it throws, its stream fails, or neither
 * text nor a call arrives in time. Drops the output of a failed handler, so that nothing is spoken twice. Once an
 * answer has begun, its failure is the failure of the reply. After a failure, a handler is tried after the others for a
 * while, in all sessions. The signal of an abandoned handler is aborted.
 *
 * ```
 * first   o-#             o opening, t u text, f finish
 * second    -t----(f|)
 * answer  ---t----(f|)
 * ```
 *
 * @example
 * ```ts
 * import { withFallback, type ResponseHandler } from 'antiphon/llm';
 * import type { LLMResponseHandlerInput } from 'antiphon';
 *
 * declare const askClaude: ResponseHandler<LLMResponseHandlerInput>;
 * declare const askGemini: ResponseHandler<LLMResponseHandlerInput>;
 * export const llm_response_handler = withFallback([askClaude, askGemini], { timeout: 3 });
 * ```
 *
 * @throws AntiphonError `usage_invalid` if there are no handlers or an option is out of range; the stream fails with
 * `handler_failed` if all handlers fail
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

/** A handler, its index in the list, and its record. */
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
