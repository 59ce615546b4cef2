import { describe, expect, test } from 'vitest';
import { maskKeys } from '../../src/core/maskKeys.ts';
import { measureGrowth } from '../support/growth.ts';
import { hostileTexts } from '../support/patterns.ts';

describe('the time that masking takes grows with the text', () => {
  test.each([...hostileTexts(1).keys()])('of %j', async (part) => {
    const mask = (length: number): void => void maskKeys(hostileTexts(length).get(part) ?? '');
    expect(await measureGrowth(100_000, mask, { negligibleMs: 20 })).toBeLessThanOrEqual(3);
  });
});
