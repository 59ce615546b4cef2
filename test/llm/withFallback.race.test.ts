import { asyncScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import { withFallback } from '../../src/llm/index.ts';
import { chunk, marbles, opening } from '../../src/testing/index.ts';

const values = { o: opening(), t: chunk('text'), u: chunk('other') };
const input = { signal: new AbortController().signal };

test('`hedgeAfter` of 0 asks all at once, and cancels those that lose', () =>
  marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
    const first = cold(' -----t|', values);
    const second = cold('o-u---|', values);
    const third = cold(' ----t|', values);
    const answer = '     --(ou)|';
    const lost = '       ^-!';

    const signals: AbortSignal[] = [];
    const handlers = [first, second, third].map((stream) => ({ signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return stream;
    });
    expectObservable(withFallback(handlers, { hedgeAfter: 0, scheduler: asyncScheduler })(input)).toBe(answer, values);
    expectSubscriptions(first.subscriptions).toBe(lost);
    expectSubscriptions(third.subscriptions).toBe(lost);
    flush();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true]);
  }));
