import { describe, expect, it } from 'vitest';
import {
  addFrame,
  dropFirst,
  firstFrame,
  emptyFrameQueue,
  type FrameQueue,
} from '../../../operators/pace/frameQueue.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';

const frame = (at: number): AudioFrame => ({ samples: Int16Array.of(at), sampleRate: 16_000 });
const framesOf = (count: number): FrameQueue =>
  Array.from({ length: count }, (_, at) => frame(at)).reduce<FrameQueue>(addFrame, emptyFrameQueue);

function drained(frames: FrameQueue): readonly number[] {
  const values: number[] = [];
  for (let rest = frames, first = firstFrame(rest); first !== undefined; first = firstFrame(rest)) {
    values.push(first.samples[0] ?? -1);
    rest = dropFirst(rest);
  }
  return values;
}

describe('the frames that wait', () => {
  it.each([0, 1, 63, 64, 65, 127, 128, 129, 1000])('are dropped in the order of their coming: %i', (count) => {
    expect(drained(framesOf(count))).toEqual(Array.from({ length: count }, (_, at) => at));
  });

  it('do not change when another queue made of them does', () => {
    const two = framesOf(2);
    const [one, other] = [addFrame(two, frame(7)), addFrame(two, frame(8))];
    dropFirst(two);
    expect([two, one, other].map(drained)).toEqual([
      [0, 1],
      [0, 1, 7],
      [0, 1, 8],
    ]);
  });

  it('are added without a copy of those that wait, and dropped with less than one copy each', () => {
    let copies = 0;
    let frames = emptyFrameQueue;
    const next = (after: FrameQueue): void => {
      if (after.shared !== frames.shared) copies += after.to - after.from;
      frames = after;
    };
    for (let at = 0; at < 30_000; at++) next(addFrame(frames, frame(at)));
    expect(copies).toBe(1);
    while (firstFrame(frames) !== undefined) next(dropFirst(frames));
    expect(copies).toBeLessThan(30_000);
  });

  it('that were dropped are not retained for long', () => {
    let frames = framesOf(1000);
    for (let count = 0; count < 900; count++) frames = dropFirst(frames);
    expect(frames.shared.length).toBeLessThan(300);
  });
});
