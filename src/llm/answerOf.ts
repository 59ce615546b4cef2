import { concat, defer, mergeMap, throwError, timeout, type Observable, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { fromHandler } from '../stream/fromHandler.ts';

/** The part that the inputs of all handlers share. */
export interface AbortableInput {
  readonly signal: AbortSignal;
}

export type ResponseHandler<Input extends AbortableInput> = (input: Input) => HandlerStream<ChatCompletionChunk>;

/**
 * Calls a handler with its own signal and emits its chunks. Holds chunks back until the first text or call arrives, and
 * fails if it does not arrive in time.
 */
export function answerOf<Input extends AbortableInput>(
  handler: ResponseHandler<Input>,
  input: Input,
  { timeoutMs, scheduler }: { readonly timeoutMs: number; readonly scheduler: SchedulerLike },
): Observable<ChatCompletionChunk> {
  const asked = fromHandler((request) => handler(withSignal(input, () => request.signal)), { scheduler });
  return holdBack(asked).pipe(
    timeout({ first: timeoutMs, scheduler, with: () => throwError(() => createTimeoutError(timeoutMs)) }),
  );
}

/** Copies an input without reading its signal, because reading it would create it. */
function withSignal<Input extends AbortableInput>(input: Input, get: () => AbortSignal): Input {
  const fields = { ...Object.getOwnPropertyDescriptors(input), signal: { get, enumerable: true } };
  return Object.defineProperties({}, fields) as Input;
}

function holdBack(chunks: Observable<ChatCompletionChunk>): Observable<ChatCompletionChunk> {
  return defer(() => {
    let held: ChatCompletionChunk[] | null = [];
    const release = (): readonly ChatCompletionChunk[] => {
      const released = held ?? [];
      held = null;
      return released;
    };
    const passed = chunks.pipe(
      mergeMap((chunk) => {
        if (held === null) return [chunk];
        held.push(chunk);
        return isAnswer(chunk) ? release() : [];
      }),
    );
    return concat(passed, defer(release));
  });
}

function isAnswer({ choices }: ChatCompletionChunk): boolean {
  return choices.some(({ delta }) => {
    // Some services send chunks without a delta.
    const { content, refusal, tool_calls: calls } = (delta as typeof delta | null | undefined) ?? {};
    return [content, refusal].some((text) => (text ?? '') !== '') || (calls ?? []).length > 0;
  });
}

function createTimeoutError(ms: number): AntiphonError {
  return new AntiphonError('handler_timeout', `no text and no function call for ${ms / 1000} s`);
}
