import fc from 'fast-check';
import { concat, defer, finalize, map, mergeMap, NEVER, of, throwError, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { withFallback } from '../../src/llm/withFallback.ts';
import { chunk, opening } from '../../src/testing/index.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { runs } from '../properties/runs.ts';

/** What a handler does, `atMs` after it is asked. */
interface Behaviour {
  readonly does: 'answers' | 'fails' | 'throws' | 'is silent' | 'breaks off';
  readonly atMs: number;
}

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  does: fc.constantFrom('answers', 'fails', 'throws', 'is silent', 'breaks off'),
  atMs: fc.constantFrom(0, 100, 999, 1001, 3000),
});
const healthy: fc.Arbitrary<Behaviour> = fc.record({
  does: fc.constant('answers'),
  atMs: fc.constantFrom(0, 100, 999),
});
const input = fc.record({
  handlers: fc.tuple(fc.array(behaviour, { maxLength: 3 }), healthy).map(([some, last]) => [...some, last]),
  hedgeAfter: fc.constantFrom(undefined, 0.3, 0.9),
  questions: fc.integer({ min: 1, max: 3 }),
});

test('each answer is that of one handler, whole, whatever the others do, and nothing of them is left', async () => {
  const property = fc.asyncProperty(input, async ({ handlers, hedgeAfter, questions }) => {
    const clock = new VirtualClock();
    let open = 0;
    const create =
      ({ does, atMs }: Behaviour, n: number) =>
      (): Observable<ChatCompletionChunk> => {
        if (does === 'throws') throw new Error('refused');
        const broken = throwError(() => new Error('broken'));
        const later = {
          answers: concat(of(chunk(`${n}a`)), timer(500, clock).pipe(map(() => chunk(`${n}b`)))),
          fails: broken,
          'is silent': NEVER,
        };
        const then = does === 'breaks off' ? concat(of(chunk(`${n}a`)), broken) : later[does];
        return defer(() => {
          open += 1;
          return concat(of(opening()), timer(atMs, clock).pipe(mergeMap(() => then))).pipe(finalize(() => (open -= 1)));
        });
      };
    const ask = withFallback(handlers.map(create), { timeout: 1, hedgeAfter, scheduler: clock });
    for (let n = 0; n < questions; n += 1) {
      const texts: string[] = [];
      let end = 'open';
      ask({ signal: new AbortController().signal })
        .pipe(map(({ choices: [choice] }) => choice?.delta.content ?? ''))
        .subscribe({
          next: (text) => void (text !== '' && texts.push(`${text} of ${open}`)),
          error: (error: Error) => (end = error.message),
          complete: () => (end = 'complete'),
        });
      await clock.advance(20_000);
      const one = Number(texts[0]?.charAt(0));
      const isBroken = handlers[one]?.does === 'breaks off';
      expect({ texts, end }).toEqual(
        isBroken
          ? { texts: [`${one}a of 1`], end: 'broken' }
          : { texts: [`${one}a of 1`, `${one}b of 1`], end: 'complete' },
      );
      expect([open, clock.pending]).toEqual([0, 0]);
    }
  });
  await fc.assert(property, runs(75));
});
