import { describe, expect, it } from 'vitest';
import { isDeeperThan } from '../../../src/server/media/isDeeperThan.ts';

describe('isDeeperThan', () => {
  it.each([
    ['0', 0],
    ['{}', 1],
    ['[{"a":[]},{"b":[]}]', 3],
    ['{"a":"[[[[["}', 1],
    [String.raw`{"a":"\"[[["}`, 1],
    [String.raw`{"a":"\\","b":[[]]}`, 3],
    ['[]]]][[', 1],
  ])('%s is %i levels deep', (json, depth) => {
    expect(isDeeperThan(depth, json)).toBe(false);
    expect(isDeeperThan(depth - 1, json)).toBe(true);
  });

  it('does not need memory for 64 KiB of brackets', () => expect(isDeeperThan(32, '['.repeat(65_536))).toBe(true));
});
