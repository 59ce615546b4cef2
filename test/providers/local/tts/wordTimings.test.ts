import { describe, expect, test } from 'vitest';
import type { SynthesisEvent } from '../../../../providers/local/tts/synthesisEvent.ts';
import { computeWordTimings } from '../../../../providers/local/tts/wordTimings.ts';
import { longText, measureGrowth } from '../../../support/growth.ts';

const RATE = 1000;

const word = (at: number, sample: number): SynthesisEvent => ({ kind: 'word', at, sample });
const end = (at: number, sample: number): SynthesisEvent => ({ kind: 'end', at, sample });

/** Sound all through, but for the silent stretches. */
function sound(samples: number, ...silences: readonly (readonly [number, number])[]): Int16Array {
  const audio = new Int16Array(samples).fill(1);
  for (const [from, to] of silences) audio.fill(0, from, to);
  return audio;
}

function read(text: string, events: readonly SynthesisEvent[], audio: Int16Array): string[] {
  return computeWordTimings(text, events, audio, RATE).map(
    ({ from, to, startMs, endMs }) => `${text.slice(from, to)} ${startMs}-${endMs}`,
  );
}

describe('computeWordTimings', () => {
  test('a word lasts until the next one begins, the last one until its clause is over', () =>
    expect(read('so it is', [word(0, 0), word(3, 100), word(6, 150), end(8, 300)], sound(300))).toEqual([
      'so 0-100',
      'it 100-150',
      'is 150-300',
    ]));

  test('the silence behind a word is not its sound', () =>
    expect(
      read('So, go.', [word(0, 0), end(3, 200), word(4, 200), end(7, 500)], sound(500, [150, 200], [400, 500])),
    ).toEqual(['So, 0-150', 'go. 200-400']));

  test('silence inside a word is part of it', () =>
    expect(read('apt', [word(0, 0), end(3, 100)], sound(100, [40, 60], [90, 100]))).toEqual(['apt 0-90']));

  test('what the engine speaks as several words is one where it is written as one', () =>
    expect(
      read('in 1985 so', [word(0, 0), word(3, 50), word(4, 150), word(4, 200), word(8, 300), end(10, 400)], sound(400)),
    ).toEqual(['in 0-50', '1985 50-300', 'so 300-400']));

  test('words that the engine runs together share one timing', () =>
    expect(read('all of the best', [word(0, 0), word(4, 50), word(11, 120), end(15, 200)], sound(200))).toEqual([
      'all 0-50',
      'of the 50-120',
      'best 120-200',
    ]));

  test('run together at the end of the text too', () =>
    expect(read('I am', [word(0, 0), end(4, 90)], sound(90))).toEqual(['I am 0-90']));

  test('punctuation belongs to its word', () =>
    expect(read('("No"), — yes!', [word(2, 0), word(10, 60), end(14, 90)], sound(90))).toEqual([
      '("No"), 0-60',
      'yes! 60-90',
    ]));

  test('an event between words is of the next one, if that has none of its own', () =>
    expect(read('St. or call', [word(0, 0), word(3, 50), word(7, 90), end(11, 120)], sound(120))).toEqual([
      'St. 0-50',
      'or 50-90',
      'call 90-120',
    ]));

  test('and of the one before otherwise', () =>
    expect(read('a & b', [word(0, 0), word(2, 50), word(4, 90), end(5, 120)], sound(120))).toEqual([
      'a 0-90',
      'b 90-120',
    ]));

  test('a word ends where its pause begins, even if the pause is not silent', () =>
    expect(read('so, go', [word(0, 0), end(4, 100), word(4, 150), end(6, 200)], sound(200))).toEqual([
      'so, 0-100',
      'go 150-200',
    ]));

  test('a pause inside a word is part of it', () =>
    expect(read('5-1 x', [word(0, 0), end(0, 100), word(0, 150), word(4, 200), end(5, 250)], sound(250))).toEqual([
      '5-1 0-200',
      'x 200-250',
    ]));

  test('offsets count UTF-16 code units', () =>
    expect(read('😀 b', [word(0, 0), word(3, 50), end(4, 90)], sound(90))).toEqual(['😀 0-50', 'b 50-90']));

  test('Chinese is read character by character', () =>
    expect(read('我是', [word(0, 0), word(1, 50), end(2, 90)], sound(90))).toEqual(['我 0-50', '是 50-90']));

  test('a word that sounds like nothing has no timing', () =>
    expect(read('a b', [word(0, 0), word(2, 50), end(3, 90)], sound(90, [50, 90]))).toEqual(['a 0-50']));

  test.each([
    ['goes back in the text', [word(3, 0), word(0, 50), end(5, 90)]],
    ['goes back in the audio', [word(0, 50), word(3, 20), end(5, 90)]],
    ['goes beyond the audio', [word(0, 0), word(3, 200), end(5, 300)]],
    ['knows no words', [end(5, 90)]],
  ])('there are no timings when the account of the engine %s', (_what, events) =>
    expect(read('so it', events, sound(90))).toEqual([]),
  );

  test('the time for a long text grows with its length', async () => {
    const compute = (chars: number): void => {
      const events = Array.from({ length: chars / 3 }, (_, n) => word(n * 3, n));
      expect(read(longText('so ', chars), [...events, end(chars, chars)], sound(chars))).toHaveLength(chars / 3);
    };
    const growth = await measureGrowth(9_000, compute, { negligibleMs: 20 });
    expect(growth).toBeLessThan(3);
  });
});
