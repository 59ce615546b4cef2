import { finalize, of, Subject, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { concatMapSome } from '../../src/stream/concatMapSome.ts';

function run(values: string, result: string, inner = '--x--y|', subscribed?: string): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ hot, cold, expectObservable, expectSubscriptions }) => {
      const replacement = cold(inner);
      const replaced = hot(values).pipe(concatMapSome((value) => (value === 'r' ? replacement : undefined)));
      expectObservable(replaced).toBe(result);
      if (subscribed !== undefined) expectSubscriptions(replacement.subscriptions).toBe(subscribed);
    },
  );
}

test('replaces a value by those of its Observable, and emits the others as they are', () =>
  run('a-r---------b|', 'a---x--y----b|'));

test('a value that arrives meanwhile waits, and so does the end', () => run('r-a-b|', '--x--y(ab|)'));

test('a value that waits may be replaced, too', () => run('r-r-a|', '--x--y--x--y(a|)', '--x--y|'));

test('an error of the source passes at once, and ends the replacement', () => run('r--#', '--x#', '--x--y|', '^--!'));

test('an error of a replacement passes, and drops what waits', () => run('r-a---', '--x#', '--x#'));

test('what `project` throws is the error of the stream', () => {
  const failed = of('a').pipe(
    concatMapSome(() => {
      throw new Error('no');
    }),
  );
  const seen: string[] = [];
  failed.subscribe({ error: (error: Error) => seen.push(error.message) });
  expect(seen).toEqual(['no']);
});

test('a value that its own emission causes comes after it', () => {
  const values = new Subject<number>();
  const seen: string[] = [];
  const replaced = values.pipe(concatMapSome<number, number>(() => undefined));
  replaced.subscribe((value) => {
    if (value === 1) values.next(2);
    seen.push(`first ${value}`);
  });
  values.next(1);
  expect(seen).toEqual(['first 1', 'first 2']);
});

test('a replacement is torn down before the next value', () => {
  const seen: string[] = [];
  const inner: Observable<string> = of('x').pipe(finalize(() => seen.push('closed')));
  of('r', 'a')
    .pipe(concatMapSome((value) => (value === 'r' ? inner : undefined)))
    .subscribe((value) => seen.push(value));
  expect(seen).toEqual(['x', 'closed', 'a']);
});
