import { describe, it } from 'vitest';
import { userAway } from '../../operators/userAway.ts';
import { transcripts } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { flags } from '../support/letters.ts';

const COUNTS = { a: 1, b: 2, c: 3, d: 4 };

describe('userAway', () => {
  it('emits after a time without a sign, some times in a row', () =>
    marbles(({ hot, expectObservable }) => {
      const signs = hot('-f-----------f----------', transcripts);
      const away = '     ------a----b------a----b';

      expectObservable(signs.pipe(userAway({ timeoutMs: 5, times: 2 }))).toBe(away, COUNTS);
    }));

  it.each([
    ['just before', '-f---F--------', '----------a---'],
    ['in the instant in which it is due', '-f----F-------', '-----------a--'],
    ['just after', '-f-----F------', '------a-----a-'],
  ])('a sign %s counts from then on', (_, signs, away) =>
    marbles(({ hot, expectObservable }) => {
      expectObservable(hot(signs, transcripts).pipe(userAway({ timeoutMs: 5, times: 1 }))).toBe(away, COUNTS);
    }),
  );

  it('counts from the end of what the agent says or does, and goes on counting', () =>
    marbles(({ hot, expectObservable }) => {
      const signs = hot('f---------------------', transcripts);
      const busy = hot(' t--f---t---f----------', flags);
      const away = '     ----------------a----b';
      expectObservable(signs.pipe(userAway({ busy, timeoutMs: 5, times: 2 }))).toBe(away, COUNTS);
    }));

  it('goes on counting from the last time, up to the last one', () =>
    marbles(({ hot, expectObservable }) => {
      const signs = hot('f------------------', transcripts);
      const busy = hot(' ------tf-----------', flags);
      const away = '     -----a------b------';
      expectObservable(signs.pipe(userAway({ busy, timeoutMs: 5, times: 2 }))).toBe(away, COUNTS);
      expectObservable(signs.pipe(userAway({ busy, timeoutMs: 5, times: 1 }))).toBe('-----a---', COUNTS);
    }));

  it('counts from the end of what goes on, however often it is heard that it does, or that nothing does', () =>
    marbles(({ hot, expectObservable }) => {
      const signs = hot('f-----------------', transcripts);
      const busy = hot(' f-f-t-t-f-f-f-----', flags);
      const away = '     -------------a----';
      expectObservable(signs.pipe(userAway({ busy, timeoutMs: 5, times: 1 }))).toBe(away, COUNTS);
      expectObservable(signs.pipe(userAway({ busy: hot('--f--', flags), timeoutMs: 5, times: 1 }))).toBe(
        '-----a--',
        COUNTS,
      );
    }));

  it.each([
    ['just before the time is over', '--t-f---------', '-----a--------'],
    ['as it is over', '--t--f--------', '-----a--------'],
    ['after it', '--t---f-------', '------a-------'],
    ['as a sign comes', '--t---(fF)----', '-----------a--'],
  ])('a sound that ends %s', (_, hearing, away) =>
    marbles(({ hot, expectObservable }) => {
      const sounds = hot(hearing, { ...flags, F: false });
      const signs = hot(hearing.includes('F') ? 'f-----f-------' : 'f-------------', transcripts);
      expectObservable(signs.pipe(userAway({ hearing: sounds, timeoutMs: 5, times: 1 }))).toBe(away, COUNTS);
    }),
  );

  it('a sound puts off, and does not count from then', () =>
    marbles(({ hot, expectObservable }) => {
      const signs = hot('f---------------', transcripts);
      const hearing = hot('---t---f-------', flags);
      expectObservable(signs.pipe(userAway({ hearing, timeoutMs: 5, times: 1 }))).toBe('-------a--------', COUNTS);
    }));

  it('waits from the beginning if no sign comes, three times', () =>
    marbles(({ hot, expectObservable }) => {
      expectObservable(hot('----------------------').pipe(userAway({ timeoutMs: 5, busy: hot('f', flags) }))).toBe(
        '-----a----b----c------',
        COUNTS,
      );
    }));

  it('stops its timer when it is unsubscribed from, and ends with its inputs', () =>
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('f-----', transcripts).pipe(userAway({ timeoutMs: 5 })), '---!').toBe('----');
      expectObservable(cold('f-|', transcripts).pipe(userAway({ timeoutMs: 5, times: 1 }))).toBe('-----(a|)', COUNTS);
    }));
});
