import { Observable, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import { createAlarm } from '../../src/time/alarm.ts';

export interface ChunkTimeoutOptions {
  readonly firstMs: number;
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** Fails a stream of chunks that stalls; completes one that stalls after its finish. Waits with one timer in all. */
export function chunkTimeout({
  firstMs,
  eachMs,
  scheduler,
}: ChunkTimeoutOptions): MonoTypeOperatorFunction<ChatCompletionChunk> {
  return (chunks) =>
    new Observable((subscriber) => {
      let seen = 0;
      let finished = false;
      const wait = (ms: number): void => {
        if (!subscriber.closed) alarm.set(scheduler.now() + ms);
      };
      const alarm = createAlarm(scheduler, () => {
        reading.unsubscribe();
        if (finished) subscriber.complete();
        else subscriber.error(createStallError(seen, seen === 0 ? firstMs : eachMs));
      });
      const reading = createOperatorSubscriber<ChatCompletionChunk>(subscriber, {
        next: (chunk) => {
          seen += 1;
          finished ||= hasFinish(chunk);
          subscriber.next(chunk);
          if (eachMs > 0) wait(eachMs);
          else alarm.set(undefined);
        },
      });
      subscriber.add(() => alarm.set(undefined));
      chunks.subscribe(reading);
      if (seen === 0) wait(firstMs);
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
