import { describe, expect, it } from 'vitest';
import { sessionTime, synchronise } from '../../src/page/state.ts';

describe('the clock of the session', () => {
  it('stands still until something was heard of the session', () => {
    expect(sessionTime(null, 5000)).toBeNull();
  });

  it('goes by the message that took least time to arrive', () => {
    const lead = [
      { atMs: 5080, sentMs: 0 },
      { atMs: 5220, sentMs: 200 },
      { atMs: 5900, sentMs: 400 },
    ].reduce<number | null>((before, { atMs, sentMs }) => synchronise(before, atMs, sentMs), null);
    expect(sessionTime(lead, 6020)).toBe(1000);
  });

  it('begins at 0', () => {
    expect(sessionTime(5000, 4999)).toBe(0);
  });
});
