import { expect, test } from 'vitest';
import { isCutOff } from '../../../src/replay/whatIf/outcome/turns.ts';

test.each([
  ['a word within the first second of the answer', { quietMs: 1000, audibleMs: 1800 }, 2799, true],
  ['a word once the answer has been audible for a second', { quietMs: 1000, audibleMs: 1800 }, 2800, false],
  ['a word before the answer is heard, 3 s after the last one', { quietMs: 1000, audibleMs: null }, 4000, true],
  ['a word later than that: the user has lost patience', { quietMs: 1000, audibleMs: null }, 4001, false],
  ['no further word', { quietMs: 1000, audibleMs: 1800 }, undefined, false],
])('%s: cut off or not', (_, turn, nextWordMs, cutOff) => {
  expect(isCutOff(turn, nextWordMs)).toBe(cutOff);
});
