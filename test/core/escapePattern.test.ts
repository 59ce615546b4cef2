import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapePattern } from '../../src/core/escapePattern.ts';
import { runs } from '../properties/runs.ts';

test('an escaped text is matched as it is, with every flag', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('$.*+?^()[]{}|\\\\/-,a1 \n漢')) }),
      fc.constantFrom('', 'u', 'v', 'i'),
      (text, flags) => {
        expect(new RegExp(`^${escapePattern(text)}$`, flags).exec(text)?.[0]).toBe(text);
      },
    ),
    runs(200),
  );
});
