import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../../operators/sentences.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const SENTENCE = 'It is open. ';
/** Characters that are cut in one turn of the scheduler. */
const TURN = 32_768;

function cutting(text: string): {
  readonly clock: VirtualClock;
  readonly out: string[];
  readonly ended: () => boolean;
} {
  const clock = new VirtualClock();
  const out: string[] = [];
  let isEnded = false;
  of(text)
    .pipe(sentences({ language: 'en', scheduler: clock }))
    .subscribe({ next: (piece) => out.push(piece), complete: () => (isEnded = true) });
  return { clock, out, ended: () => isEnded };
}

describe('a long text in one delta', () => {
  it('is cut in the instant of its arrival if it is shorter than a slice', () => {
    const text = SENTENCE.repeat(Math.floor((TURN - 1) / SENTENCE.length));
    const { out, ended } = cutting(text);
    expect(ended()).toBe(true);
    expect(out.join('')).toBe(text);
  });

  it('lets the scheduler turn between its slices, and loses nothing', () => {
    const text = SENTENCE.repeat(Math.ceil((3 * TURN) / SENTENCE.length));
    const { clock, out, ended } = cutting(text);
    expect(out.join('').length).toBeLessThanOrEqual(TURN);
    expect(ended()).toBe(false);
    while (!ended()) clock.flush(clock.now());
    expect(out).toEqual(Array(text.length / SENTENCE.length).fill(SENTENCE));
    expect(clock.now()).toBe(0);
  });

  it('is not cut between the halves of a character', () => {
    const text = `a${'😀'.repeat(TURN)}`;
    const { clock, out, ended } = cutting(text);
    while (!ended()) clock.flush(clock.now());
    expect(out.join('')).toBe(text);
    expect(out.some((piece) => /[\uD800-\uDBFF]$/.test(piece))).toBe(false);
  });
});
