import { of, Subject, throwError } from 'rxjs';
import { expect, test } from 'vitest';
import { mapArrays, scanArrays } from '../../src/stream/mapArrays.ts';

const asItIs = (items: readonly number[]): readonly number[] => items;

/** What it hands on, with how it ends. */
function notes(): { readonly log: string[]; readonly listener: object } {
  const log: string[] = [];
  const listener = {
    next: (item: unknown): void => void log.push(String(item)),
    error: (error: unknown): void => void log.push(`failed ${String(error)}`),
    complete: (): void => void log.push('complete'),
  };
  return { log, listener };
}

test('the items of each array come in order, and an empty array brings none', () => {
  const { log, listener } = notes();
  of([1, 2], [], [3]).pipe(mapArrays(asItIs)).subscribe(listener);
  expect(log).toEqual(['1', '2', '3', 'complete']);
});

test('an array that comes while items are emitted waits behind them, and so does the end', () => {
  const { log, listener } = notes();
  const arrays = new Subject<readonly number[]>();
  arrays.pipe(mapArrays(asItIs)).subscribe({
    ...listener,
    next: (item) => {
      log.push(String(item));
      if (item !== 1) return;
      arrays.next([3]);
      arrays.complete();
    },
  });
  arrays.next([1, 2]);
  expect(log).toEqual(['1', '2', '3', 'complete']);
});

test('an error passes', () => {
  const { log, listener } = notes();
  throwError(() => new Error('no'))
    .pipe(mapArrays(asItIs))
    .subscribe(listener);
  expect(log).toEqual(['failed Error: no']);
});

test('unsubscribing in the middle of an array ends it there, and leaves the source', () => {
  const seen: number[] = [];
  const arrays = new Subject<readonly number[]>();
  const reading = arrays.pipe(mapArrays(asItIs)).subscribe((item) => {
    seen.push(item);
    reading.unsubscribe();
  });
  arrays.next([1, 2]);
  expect(seen).toEqual([1]);
  expect(arrays.observed).toBe(false);
});

test('what `project` throws is the error of the stream, and the source is left', () => {
  const { log, listener } = notes();
  const values = new Subject<number>();
  values
    .pipe(
      mapArrays(() => {
        throw new Error('no');
      }),
    )
    .subscribe(listener);
  values.next(1);
  expect(log).toEqual(['failed Error: no']);
  expect(values.observed).toBe(false);
});

test('with a state, each value depends on the state, and each subscription begins anew', () => {
  const sums = of(1, 2, 0, 3).pipe(
    scanArrays(
      { sum: 0, output: [] as number[] },
      ({ sum }, value) => ({ sum: sum + value, output: value > 0 ? [sum + value] : [] }),
      ({ output }) => output,
    ),
  );
  for (let round = 0; round < 2; round++) {
    const { log, listener } = notes();
    sums.subscribe(listener);
    expect(log).toEqual(['1', '3', '6', 'complete']);
  }
});
