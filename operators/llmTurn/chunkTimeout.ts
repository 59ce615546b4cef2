import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { stallTimeout } from '../../src/stream/stallTimeout.ts';

export interface ChunkTimeoutOptions {
  readonly firstMs: number;
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** Fails a stream of chunks that stalls; completes one that stalls after its finish. */
export function chunkTimeout(options: ChunkTimeoutOptions): MonoTypeOperatorFunction<ChatCompletionChunk> {
  const { firstMs, eachMs } = options;
  return stallTimeout<ChatCompletionChunk>({
    ...options,
    isLast: hasFinish,
    createError: (seen) => createStallError(seen, seen === 0 ? firstMs : eachMs),
  });
}

/** Returns whether an unchecked chunk has a finish reason. */
function hasFinish(chunk: ChatCompletionChunk | null | undefined): boolean {
  return typeof chunk?.choices?.[0]?.finish_reason === 'string';
}

function createStallError(seen: number, ms: number): AntiphonError {
  const what = seen === 0 ? 'no first chunk' : 'no further chunk';
  return new AntiphonError('handler_timeout', `llm_response_handler emitted ${what} for ${ms / 1000} s`);
}
