import { concat, of, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import { bracketed } from '../../src/stream/bracketed.ts';

const options = { started: 's', ended: (reason: string) => reason, complete: 'e', failed: () => 'x' };

function run(source: string, cut: string, result: string, unsubscribed?: string): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ cold, expectObservable, expectSubscriptions }) => {
      const inner = cold<string>(source);
      expectObservable(inner.pipe(bracketed({ ...options, cuts: [cold<string>(cut)] }))).toBe(result);
      if (unsubscribed !== undefined) expectSubscriptions(inner.subscriptions).toBe(unsubscribed);
    },
  );
}

describe('bracketed', () => {
  test('puts a completed source between its start and its end', () => run('--a--b--|', '-----------', 's-a--b--(e|)'));

  test('ends with the reason of an error', () => run('--a--#', '------', 's-a--(x|)'));

  test('ends with the reason of a cut, and unsubscribes from the source', () =>
    run('--a--b--|', '----c----', 's-a-(c|)', '^---!'));

  test('a cut at the instant of a value comes first', () => run('--a--|', '--c---', 's-(c|)'));

  test('a cut after the end changes nothing', () => run('--a|', '----c', 's-a(e|)'));

  test('handles an error once', () => {
    let handled = 0;
    const failed = (): string => `x${++handled}`;
    const seen: string[] = [];
    concat(
      of('a'),
      throwError(() => new Error('broken')),
    )
      .pipe(bracketed({ ...options, failed, cuts: [] }))
      .subscribe((value) => seen.push(value));
    expect(seen).toEqual(['s', 'a', 'x1']);
  });

  test('two subscriptions have a bracket each', () => {
    const twice = of('a').pipe(bracketed({ ...options, cuts: [] }));
    const seen: string[] = [];
    twice.subscribe((value) => seen.push(value));
    twice.subscribe((value) => seen.push(value));
    expect(seen).toEqual(['s', 'a', 'e', 's', 'a', 'e']);
  });
});
