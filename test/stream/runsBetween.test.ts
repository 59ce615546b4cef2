import { map, mergeMap, type OperatorFunction } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { runsBetween } from '../../src/stream/runsBetween.ts';

/** Numbers the values by their runs. */
const numbered: OperatorFunction<string, string> = (values) =>
  values.pipe(
    runsBetween((value): value is 'x' => value === 'x'),
    mergeMap((run, n) => run.pipe(map((value) => `${value}${n}`))),
  );

function check(source: string, result: string, operator: OperatorFunction<string, unknown>): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
    const values = { r: 'run', a: 'a0', b: 'b0', c: 'c1', d: 'd3' };
    expectObservable(cold(source).pipe(operator)).toBe(result, values);
  });
}

test('a value is in the run since the boundary before it, and a boundary is in none', () =>
  check('-ab-xcx-xd|', '-ab--c---d|', numbered));

test('a run comes on subscribing and with each boundary', () =>
  check('-a-x-x|', 'r--r-r|', (values) =>
    values.pipe(
      runsBetween((value): value is 'x' => value === 'x'),
      map(() => 'run'),
    ),
  ));

test('an error ends the run and the stream', () => check('-a-#', '-a-#', numbered));

test('a run ends with its boundary', () => {
  const log: string[] = [];
  new TestScheduler(() => {}).run(({ cold }) => {
    cold('-a-x-b|')
      .pipe(runsBetween((value): value is 'x' => value === 'x'))
      .subscribe((run) => run.subscribe({ next: (value) => log.push(value), complete: () => log.push('|') }));
  });
  expect(log).toEqual(['a', '|', 'b', '|']);
});
