import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueuedUtterance } from '../../../operators/pace/queuedUtterance.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import { runs } from '../../properties/runs.ts';

const frame = (...samples: readonly number[]): AudioFrame => ({ samples: Int16Array.from(samples), sampleRate: 1000 });

/** Frames with the samples 0, 1, 2 … */
function framesOf(lengths: readonly number[]): readonly AudioFrame[] {
  let sample = 0;
  return lengths.map((length) => frame(...Array.from({ length }, () => sample++)));
}

function createQueue(frames: readonly AudioFrame[], freeMs = Infinity): QueuedUtterance {
  const queue = new QueuedUtterance('u');
  for (const one of frames) queue.add(one, freeMs);
  return queue;
}

describe('the audio that waits', () => {
  it('is taken in the order of its coming, in pieces of the requested length', () => {
    const lengths = fc.array(fc.nat({ max: 9 }), { maxLength: 300 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 20 }), (each, max) => {
        const queue = createQueue(framesOf(each));
        const total = queue.queued;
        const taken: number[] = [];
        while (queue.queued > 0) {
          const piece = queue.take(max);
          expect(piece.length).toBe(Math.min(max, total - taken.length));
          taken.push(...piece);
          expect([queue.sent, queue.queued]).toEqual([taken.length, total - taken.length]);
        }
        expect(taken).toEqual(Array.from({ length: total }, (_, at) => at));
      }),
      runs(25),
    );
  });

  it('is not copied where a piece is of one frame', () => {
    const [first, second] = framesOf([4, 4]);
    const queue = createQueue([first, second] as AudioFrame[]);
    const pieces = [queue.take(3), queue.take(3), queue.take(3)];
    expect(pieces.map(({ buffer }) => [first, second].findIndex((one) => one?.samples.buffer === buffer))).toEqual([
      0, -1, 1,
    ]);
  });

  it('is not added beyond the free time, nor after a frame that was not', () => {
    const queue = createQueue([frame(1, 2)], 2);
    queue.add(frame(3, 4, 5), 2);
    queue.add(frame(6), 2);
    expect(queue.queued).toBe(2);
  });

  it('has one rate', () => {
    const queue = createQueue([frame(1)]);
    expect(() => queue.add({ ...frame(2), sampleRate: 2000 }, 10)).toThrow(
      'Expected all audio of utterance u at 1000 Hz, got 2000 Hz.',
    );
  });
});
