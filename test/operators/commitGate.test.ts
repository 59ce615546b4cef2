import { NEVER, of, range } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { commitGate } from '../../operators/commitGate.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import { marbles } from '../../src/testing/marbles.ts';

describe('commitGate', () => {
  it('holds an answer until the commit, and passes it from then on', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('-a-b------c-|');
      const commit = hot(' ------u------');
      const gated = '      ------(ab)c-|';

      expectObservable(answer.pipe(commitGate({ commit }))).toBe(gated);
      expectSubscriptions(answer.subscriptions).toBe('^-----------!');
      expectSubscriptions(commit.subscriptions).toBe('^-----!');
    }));

  it.each([
    ['whole', '-a-b-|', '------u---u', '------(ab|)'],
    ['in the instant of the commit', '------a-|', '------u---', '------a-|'],
    ['nothing', '---|', '------u---', '------|'],
  ])('an answer that has come %s is emitted once', (_, coming, committed, gated) =>
    marbles(({ hot, cold, expectObservable }) => {
      expectObservable(cold(coming).pipe(commitGate({ commit: hot(committed) }))).toBe(gated);
    }),
  );

  it('drops what it holds when the answer fails, at once', () =>
    marbles(({ hot, cold, expectObservable }) => {
      expectObservable(cold('-a-#').pipe(commitGate({ commit: hot('------u') }))).toBe('---#');
      expectObservable(cold('-a---#').pipe(commitGate({ commit: hot('--u') }))).toBe('--a--#');
    }));

  it('ends with nothing when there will be no commit, and cancels the answer', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('-a-b-----');
      expectObservable(answer.pipe(commitGate({ commit: hot('----|') }))).toBe('----|');
      expectSubscriptions(answer.subscriptions).toBe('^---!');
    }));

  it('cancels the answer when it is unsubscribed from', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('-a-b-----');
      expectObservable(answer.pipe(commitGate({ commit: NEVER })), '---!').toBe('---');
      expectSubscriptions(answer.subscriptions).toBe('^--!');
    }));

  it('fails rather than hold more than it may, also of an answer without a pause', () => {
    const errors: unknown[] = [];
    const costOf = (text: string): number => text.length;
    const never = { error: (error: unknown) => errors.push(error) };
    of('two', 'more')
      .pipe(commitGate({ commit: NEVER, maxHeld: 7, costOf }))
      .subscribe(never);
    expect(errors).toEqual([]);
    of('two', 'much')
      .pipe(commitGate({ commit: NEVER, maxHeld: 6, costOf }))
      .subscribe(never);
    range(0, Infinity)
      .pipe(commitGate({ commit: NEVER, maxHeld: 3 }))
      .subscribe(never);
    expect(errors.map((error) => (error as AntiphonError).code)).toEqual(['limit_exceeded', 'limit_exceeded']);
  });
});
