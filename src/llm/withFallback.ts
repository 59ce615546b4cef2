import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { firstToEmit } from '../stream/firstToEmit.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { answerOf } from './answerOf.ts';
import type { AbortableInput, ResponseHandler } from './responseHandler.ts';

export interface FallbackOptions {
  /** Time for the first text or function call of a handler, in seconds, above 0. The session gives all of them 10 s. @default 4 */
  readonly timeout?: number | undefined;
  /** How long a handler that has failed is tried only after the others, in seconds, at least 0. @default 60 */
  readonly retryAfter?: number | undefined;
  /** Asks the next handler, too, when none has answered for this time, in seconds: the first to answer is heard. @default never */
  readonly hedgeAfter?: number | undefined;
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
 * @throws AntiphonError `usage_invalid` for no handlers, and for an option out of range; from the stream `handler_failed` when all have failed
 */
export function withFallback<Input extends AbortableInput>(
  handlers: readonly ResponseHandler<Input>[],
  options: FallbackOptions = {},
): (input: Input) => Observable<ChatCompletionChunk> {
  const { timeout = 4, retryAfter = 60, hedgeAfter, onFailure = () => {}, scheduler = monotonicScheduler } = options;
  if (handlers.length === 0) throw createUsageError('handlers', 'at least one', 'none');
  if (!(timeout > 0)) throw createUsageError('timeout', 'seconds above 0', timeout);
  if (!(retryAfter >= 0)) throw createUsageError('retryAfter', 'seconds of at least 0', retryAfter);
  if (hedgeAfter !== undefined && !(hedgeAfter > 0))
    throw createUsageError('hedgeAfter', 'seconds above 0', hedgeAfter);
  const failedAt = new Map<number, number>();
  const isBehind = (handler: number): boolean => {
    const at = failedAt.get(handler);
    return at !== undefined && scheduler.now() - at < retryAfter * 1000;
  };
  const all = handlers.map((_, handler) => handler);
  const fail = (handler: number, error: unknown): void => {
    failedAt.set(handler, scheduler.now());
    onFailure({ handler, error });
  };
  const ask = (handler: number, input: Input): Observable<ChatCompletionChunk> =>
    answerOf(handlers[handler] as ResponseHandler<Input>, input, { timeoutMs: timeout * 1000, scheduler });
  return (input) =>
    firstToEmit({
      order: [...all.filter((handler) => !isBehind(handler)), ...all.filter(isBehind)],
      ask: (handler) => ask(handler, input),
      fail,
      failAll: createAllFailedError,
      hedgeMs: hedgeAfter === undefined ? undefined : hedgeAfter * 1000,
      scheduler,
    });
}

function createAllFailedError(errors: readonly unknown[]): AntiphonError {
  return new AntiphonError('handler_failed', `all handlers failed: ${errors.map(messageOf).join('; ')}`, {
    cause: errors.at(-1),
  });
}

function createUsageError(path: string, expected: string, got: unknown): AntiphonError {
  return new AntiphonError('usage_invalid', `withFallback: ${path}: expected ${expected}, got ${String(got)}`, {
    path,
  });
}
