import { config, Subject, throwError } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { consume } from '../../src/stream/consume.ts';

afterEach(() => {
  config.onUnhandledError = null;
});

it('gets each value until it is unsubscribed', () => {
  const source = new Subject<number>();
  const got: number[] = [];
  const consuming = consume(source, (value) => got.push(value));
  source.next(1);
  consuming.unsubscribe();
  source.next(2);
  expect([got, source.observed]).toEqual([[1], false]);
});

it('goes on after a value for which it throws, which is an unhandled error', async () => {
  const unhandled = new Promise((resolve) => (config.onUnhandledError = resolve));
  const source = new Subject<number>();
  const got: number[] = [];
  consume(source, (value) => {
    if (value === 1) throw new Error('mine');
    got.push(value);
  });
  source.next(1);
  source.next(2);
  expect([got, await unhandled]).toEqual([[2], new Error('mine')]);
});

it('reports the error of its source as unhandled', async () => {
  const unhandled = new Promise((resolve) => (config.onUnhandledError = resolve));
  const consuming = consume(
    throwError(() => new Error('of the source')),
    () => {},
  );
  expect([consuming.closed, await unhandled]).toEqual([true, new Error('of the source')]);
});
