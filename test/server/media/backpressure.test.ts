import { describe, it } from 'vitest';
import { backpressure } from '../../../src/server/media/backpressure.ts';
import { ConnectionError } from '../../../src/server/media/connectionError.ts';
import { marbles } from './support/marbles.ts';

const SECOND = 2 * 16_000;
/** How many bytes wait: 0 none, 1 one second of audio, 2 two, t ten; a capital or sign is one byte more. */
const waiting = {
  0: 0,
  1: SECOND,
  i: SECOND + 1,
  2: 2 * SECOND,
  z: 2 * SECOND + 1,
  t: 10 * SECOND,
  T: 10 * SECOND + 1,
};
const flows = { y: true, n: false };
const tooMuch = new ConnectionError('slow_consumer', 'Expected at most 320000 bytes to wait for it, got 320001.');
const tooLong = new ConnectionError(
  'slow_consumer',
  'Expected the audio that waits for it to be read, got nothing read for 10 s.',
);

function score(bytes: string, expected: string, fault = tooMuch): void {
  marbles(({ hot, expectObservable }, scheduler) => {
    const audio = hot(bytes, waiting).pipe(backpressure({ sampleRate: 16_000, scheduler }));
    expectObservable(audio).toBe(expected, flows, fault);
  });
}

describe('backpressure', () => {
  it('allows sending while at most 2 s of audio are waiting', () => score('012|', 'y--|'));

  it('pauses above 2 s, until at most 1 s is waiting', () => score('02zz2i1012|', 'y-n---y---|'));

  it('errors above 10 s of waiting audio', () => score('0-t-T', 'y-n-#'));

  it('errors after a pause of 10 s', () => score('z 9999ms i', 'n 9999ms #', tooLong));

  it('does not error if sending resumes just before', () => score('z 9998ms 1 20s |', 'n 9998ms y 20s |'));

  it('restarts the 10 s with every pause', () =>
    score('z 6s 1 z 6s 1 z 9999ms i', 'n 6s y n 6s y n 9999ms #', tooLong));

  it('errors after the pause even if the source has completed', () => score('z|', 'n 9999ms #', tooLong));
});
