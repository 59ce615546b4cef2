import { delay, map } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { voiced } from '../../src/testing/audio.ts';
import { marbles } from '../../src/testing/marbles.ts';

test('marbles that hold pass, and what the test returns comes back', () => {
  const returned = marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold('a-b|', { a: { n: 1 }, b: { n: 2 } });
    expectObservable(source.pipe(delay(2))).toBe('--a-(b|)', { a: { n: 1 }, b: { n: 2 } });
    expectSubscriptions(source.subscriptions).toBe('^--!');
    return 'done';
  });
  expect(returned).toBe('done');
});

test('what differs is shown side by side, with its time', () => {
  const run = (): void =>
    marbles(({ cold, expectObservable }) => {
      const source = cold('a--b|').pipe(map((letter) => ({ letter, audio: voiced(1).samples })));
      expectObservable(source).toBe('a-b#', {
        a: { letter: 'a', audio: voiced(1).samples },
        b: [{ letter: 'b' }, null, undefined],
      });
    });
  expect(run).toThrow(
    [
      'the marbles differ',
      '  expected                                               got',
      '  0 ms  { letter: "a", audio: Int16Array of 32 bytes }   0 ms  { letter: "a", audio: Int16Array of 32 bytes }',
      '> 2 ms  [{ letter: "b" }, null, undefined]               3 ms  { letter: "b", audio: Int16Array of 32 bytes }',
      '> 3 ms  # "error"                                        4 ms  |',
    ].join('\n'),
  );
});

test('a value too many or too few shows as a gap', () => {
  const run = (got: string, expected: string): (() => void) => {
    return () => marbles(({ cold, expectObservable }) => expectObservable(cold(got)).toBe(expected));
  };
  expect(run('ab|', 'a-|')).toThrow('> 2 ms  |     1 ms  "b"\n>             2 ms  |');
  expect(run('a-|', 'ab|')).toThrow('> 1 ms  "b"   2 ms  |\n> 2 ms  |     ');
});

test('errors are shown by name and message', () => {
  const run = (): void =>
    marbles(({ cold, expectObservable }) => expectObservable(cold('#', {}, new TypeError('no'))).toBe('#', {}, 'yes'));
  expect(run).toThrow('> 0 ms  # "yes"   0 ms  # TypeError: no');
});

test('subscriptions that differ are shown too', () => {
  const run = (): void =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('--|');
      expectObservable(source).toBe('--|');
      expectSubscriptions(source.subscriptions).toBe('^--!');
    });
  expect(run).toThrow('> 0 ms to 3 ms   0 ms to 2 ms');
});

test('values are compared strictly: of the same type, with the same members', () => {
  const run = (): void =>
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('a', { a: { text: 'hi', last: undefined } })).toBe('a', { a: { text: 'hi' } });
    });
  expect(run).toThrow('> 0 ms  { text: "hi" }   0 ms  { text: "hi", last: undefined }');
});

test.each<[string, (helpers: RunHelpers) => void]>([
  ['hot', ({ hot }) => void hot('-b-', { a: 1 })],
  ['cold', ({ cold }) => void cold('-b-', { a: 1 })],
  ['what is expected', ({ hot, expectObservable }) => expectObservable(hot('-a-', { a: 1 })).toBe('-b-', { a: 1 })],
])('refuses a letter that has no value, in %s', (_, run) => {
  expect(() => marbles(run)).toThrow('the letter "b" has no value; only a have one');
});

test('an expectation that fails is named, and its error begins at its line', () => {
  let line = 0;
  const run = (): void =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('ab|');
      expectObservable(source).toBe('ab|');
      line = lineOf(new Error('the line above'));
      expectObservable(source).toBe('a-|');
      expectSubscriptions(source.subscriptions).toBe(['^-!', '^-!']);
    });
  const error = errorOf(run);
  expect(error.message).toMatch(/^the marbles differ in expectation 2 of 3\n/);
  expect(error.stack).toContain(error.message);
  expect(lineOf(error)).toBe(line + 1);
});

test('expectations about subscriptions and equal Observables fail at their lines, too', () => {
  let line = 0;
  const ofSubscriptions = errorOf(() =>
    marbles(({ cold, expectSubscriptions }) => {
      const { subscriptions } = cold('--|');
      line = lineOf(new Error('the line above'));
      expectSubscriptions(subscriptions).toBe('^--!');
    }),
  );
  expect(lineOf(ofSubscriptions)).toBe(line + 1);
  const ofObservables = errorOf(() =>
    marbles(({ cold, expectObservable }) => {
      const [source, other] = [cold('a|'), cold('b|')];
      line = lineOf(new Error('the line above'));
      expectObservable(source).toEqual(other);
    }),
  );
  expect(lineOf(ofObservables)).toBe(line + 1);
});

test('an expectation that is checked by `flush` is not counted twice', () => {
  const run = (): void =>
    marbles(({ cold, expectObservable, flush }) => {
      expectObservable(cold('a|')).toBe('a|');
      flush();
      expectObservable(cold('a|')).toBe('b|');
    });
  expect(run).toThrow('the marbles differ in expectation 2 of 2\n');
});

test('refuses an async function, and its rejection is not an unhandled one', () => {
  const run = (): unknown =>
    marbles(async ({ cold, expectObservable }) => {
      await Promise.reject(new Error('unseen'));
      expectObservable(cold('a|')).toBe('b|');
    });
  expect(run).toThrow('must not be async');
  expect(run).toThrow(expect.objectContaining({ code: 'usage_invalid' }));
});

function errorOf(run: () => void): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('expected an Error');
}

/** Returns the line of this file at which an error begins. */
function lineOf({ stack = '' }: Error): number {
  const [, line] = /marbles\.test\.ts:(\d+):\d+/.exec(stack) ?? [];
  return Number(line);
}
