import { describe, it } from 'vitest';
import { backpressure } from '../../../src/server/media/backpressure.ts';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';
import { flags } from '../../support/letters.ts';
import { inputTime } from './support/inputTime.ts';
import { marbles } from './support/marbles.ts';

const SECOND = 2 * 16_000;
/** Bytes that wait: `0` `1` `2` seconds of audio · `x` ten · `a` `b` `c` a byte more than 1, 2 and 10 seconds. */
const waiting = {
  0: 0,
  1: SECOND,
  2: 2 * SECOND,
  x: 10 * SECOND,
  a: SECOND + 1,
  b: 2 * SECOND + 1,
  c: 10 * SECOND + 1,
};
const tooMuch = new ConnectionError(
  'slow_consumer',
  'Expected at most 320000 bytes waiting for the client, got 320001.',
);
const tooLong = new ConnectionError(
  'slow_consumer',
  'Expected the client to read the waiting audio, got nothing read for 10 s.',
);

function score(bytes: string, expected: string, fault = tooMuch, stalled = (_nowMs: number) => 0): void {
  marbles(({ hot, expectObservable }, scheduler) => {
    const audio = hot(bytes, waiting).pipe(
      backpressure(
        16_000,
        inputTime(scheduler, () => stalled(scheduler.now())),
      ),
    );
    expectObservable(audio).toBe(expected, flags, fault);
  });
}

describe('backpressure', () => {
  it('allows sending while at most 2 s of audio are waiting', () => score('012|', 't--|'));

  it('pauses above 2 s, until at most 1 s is waiting', () => score('02bb2a1012|', 't-f---t---|'));

  it('errors above 10 s of waiting audio', () => score('0-x-c', 't-f-#'));

  it('errors after a pause of 10 s', () => score('b 9999ms a', 'f 9999ms #', tooLong));

  it('does not error if sending resumes just before', () => score('b 9998ms 1 20s |', 'f 9998ms t 20s |'));

  it('restarts the 10 s with every pause', () =>
    score('b 6s 1 b 6s 1 b 9999ms a', 'f 6s t f 6s t f 9999ms #', tooLong));

  it('waits once more if the process has stalled: what was read meanwhile may not be known', () => {
    score('b', 'f 9999ms #', tooLong, () => 999);
    score('b', 'f 19999ms #', tooLong, (now) => (now <= 10_000 ? 1000 : 0));
  });

  it('errors after the pause even if the source has completed', () => score('b|', 'f 9999ms #', tooLong));
});
