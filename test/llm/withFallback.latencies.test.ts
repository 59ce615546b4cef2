import { map, throwError, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { withFallback } from '../../src/llm/index.ts';
import { chunk } from '../../src/testing/index.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

test("`'p95'` learns nothing from requests that were cancelled before the handler usually answers", async () => {
  const scheduler = new VirtualClock();
  const after = (ms: number): Observable<ChatCompletionChunk> => timer(ms, scheduler).pipe(map(() => chunk('text')));
  let asked = 0;
  let firstMs = 2;
  const first = (): Observable<ChatCompletionChunk> => {
    asked += 1;
    return firstMs === 0 ? throwError(() => new Error('down')) : after(firstMs);
  };
  const handler = withFallback([first, () => after(50)], { hedgeAfter: 'p95', scheduler });
  const ask = (): Promise<void> => {
    handler({ signal: new AbortController().signal }).subscribe();
    return scheduler.advance(100);
  };
  for (let n = 0; n < 20; n += 1) await ask();
  // Each is a little slower than all before: the second is asked, too, and has some ms.
  for (let n = 0; n < 40; n += 1) {
    firstMs += 1;
    await ask();
  }
  firstMs = 0;
  await ask();
  asked = 0;
  await ask();
  expect(asked).toBe(0);
});
