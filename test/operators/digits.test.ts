import { describe, it } from 'vitest';
import { digits, type DigitsOptions } from '../../operators/digits.ts';
import { keys } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';

const entries = { a: '1', b: '2', c: '3', d: '12', p: '#', s: '*', z: '12#3' };

describe('the keys of a telephone', () => {
  it('are an entry at the terminator, or after a pause', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const pressed = hot('-1-2-p---3------', keys);
      const entered = '    -----x-------y--';

      expectObservable(pressed.pipe(digits({ timeoutMs: 4 }))).toBe(entered, { x: '12', y: '3' });
      expectSubscriptions(pressed.subscriptions).toBe('^');
    }));

  it.each<[string, string, string, DigitsOptions]>([
    ['are one entry if the pause begins anew with each', '-1--2---------', '--------d-----', {}],
    ['are two entries if the pause has passed between', ' -1----2--------', '-----a----b-', {}],
    ['are an entry at the greatest length', '             -12-3---------', '--d-----c-----', { max: 2 }],
    ['are an entry with the terminator alone', '          -p-1-2p-------', '-p----d-------', {}],
    ['are an entry at another terminator', '              -1s2--s-------', '--a---b-------', { terminator: '*' }],
    ['are an entry after a pause only', '                 -12p3---------', '--------z-----', { terminator: '' }],
    ['are an entry at their end', '                       -1-2|', '----(d|)', {}],
    ['are lost in an error', '                            -1-2#', '----#', {}],
  ])('%s', (_, pressed, entered, options) =>
    marbles(({ cold, expectObservable }) =>
      expectObservable(cold(pressed, keys).pipe(digits({ timeoutMs: 4, ...options }))).toBe(entered, entries),
    ),
  );

  it('are nothing any more for who has unsubscribed', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot('-1----------', keys);
      const unsubscribed = '^--!';

      expectObservable(source.pipe(digits({ timeoutMs: 4 })), unsubscribed).toBe('----');
      expectSubscriptions(source.subscriptions).toBe(unsubscribed);
    }));

  it('are an entry after three seconds, and at 32 of them, by default', () =>
    marbles(({ cold, expectObservable }) => {
      const source = cold(`-(${'1'.repeat(33)})`, keys);
      expectObservable(source.pipe(digits())).toBe('-m 2999ms a', { ...entries, m: '1'.repeat(32) });
    }));
});
