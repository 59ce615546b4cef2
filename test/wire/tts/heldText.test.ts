import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HeldText } from '../../../src/wire/tts/heldText.ts';
import { runs } from '../../properties/runs.ts';

const STEP = fc.record({
  piece: fc.string({ maxLength: 1500 }),
  releasedBack: fc.option(fc.nat(3000)),
  readBack: fc.nat(3000),
});

describe('a held text', () => {
  test('reads as the whole text would, whatever was added, read and released before', () =>
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 20 }), (steps) => {
        const held = new HeldText();
        let [whole, released] = ['', 0];
        for (const { piece, releasedBack, readBack } of steps) {
          whole += piece;
          held.append(piece);
          if (releasedBack !== null) {
            released = Math.max(released, whole.length - releasedBack);
            held.release(whole.length - releasedBack);
          }
          const at = Math.max(0, whole.length - readBack);
          expect(held.length).toBe(whole.length);
          expect(held.slice(at)).toBe(whole.slice(Math.max(at, released)));
          expect(held.slice(at, at + 100)).toBe(whole.slice(Math.max(at, released), Math.max(at + 100, released)));
        }
      }),
      runs(100),
    ));
});
