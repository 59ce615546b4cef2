import { describe, expect, it } from 'vitest';
import { createMessageRing, type MessageRing } from '../../../src/server/media/messageRing.ts';

/** A ring of 100 bytes and 1000 ms with messages of 10 bytes, 0, 1, 2 … */
function ringOf(count: number): { ring: MessageRing; at: (ms: number) => void } {
  let now = 0;
  const ring = createMessageRing({ maxBytes: 100, maxAgeMs: 1000, now: () => now });
  for (let seq = 0; seq < count; seq += 1) ring.push(seq, [`message ${seq}_`.slice(0, 10)]);
  return { ring, at: (ms) => void (now = ms) };
}

describe('createMessageRing', () => {
  it('returns the messages after a number, in order', () => {
    expect(ringOf(3).ring.after(0)).toEqual(['message 1_', 'message 2_']);
    expect(ringOf(3).ring.after(-1)).toHaveLength(3);
    expect(ringOf(3).ring.after(2)).toEqual([]);
    expect(ringOf(0).ring.after(-1)).toEqual([]);
  });

  it.each([
    [9, 9],
    [10, 10],
    [11, null],
  ])('keeps the last 100 bytes: of %i messages of 10 bytes, %s are complete', (count, complete) => {
    expect(ringOf(count).ring.after(-1)?.length ?? null).toBe(complete);
    expect(ringOf(count).ring.after(Math.max(-1, count - 11))).toHaveLength(Math.min(count, 10));
  });

  it('counts bytes, not characters', () => {
    const { ring } = ringOf(0);
    ring.push(0, ['ü'.repeat(50)]);
    expect(ring.after(-1)).toHaveLength(1);
    ring.push(1, ['ü']);
    expect(ring.after(-1)).toBeNull();
  });

  it.each([
    [999, 2],
    [1000, 2],
    [1001, null],
  ])('keeps messages for 1000 ms: after %i ms', (ms, complete) => {
    const { ring, at } = ringOf(2);
    at(ms);
    expect(ring.after(-1)?.length ?? null).toBe(complete);
    expect(ring.after(1)).toEqual([]);
  });

  it('keeps nothing that is longer than all that it may keep', () => {
    const { ring } = ringOf(2);
    ring.push(2, ['m'.repeat(101)]);
    expect(ring.after(1)).toBeNull();
    expect(ring.after(2)).toEqual([]);
  });

  it('keeps nothing if it may not', () => {
    const ring = createMessageRing({ maxBytes: 0, maxAgeMs: 1000, now: () => 0 });
    ring.push(0, ['m']);
    expect(ring.after(-1)).toBeNull();
  });
});
