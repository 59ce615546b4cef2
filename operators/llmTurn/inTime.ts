import { EMPTY, throwError, timeout } from 'rxjs';
import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { AntiphonError } from '../../src/core/errors.ts';

export interface InTimeOptions {
  readonly firstMs: number;
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** Fails a stream of chunks that stalls; one that stalls after its finish is simply over. */
export function inTime({ firstMs, eachMs, scheduler }: InTimeOptions): MonoTypeOperatorFunction<ChatCompletionChunk> {
  return timeout({
    first: firstMs,
    each: eachMs,
    scheduler,
    with: ({ seen, lastValue }) =>
      isFinished(lastValue) ? EMPTY : throwError(() => stalled(seen, seen === 0 ? firstMs : eachMs)),
  });
}

function isFinished(chunk: ChatCompletionChunk | null): boolean {
  const choice = chunk?.choices?.[0];
  return choice === undefined ? (chunk?.usage ?? null) !== null : (choice.finish_reason ?? null) !== null;
}

function stalled(seen: number, ms: number): AntiphonError {
  const what = seen === 0 ? 'no first chunk' : 'no further chunk';
  return new AntiphonError('handler_timeout', `llm_response_handler brought ${what} for ${ms / 1000} s`);
}
