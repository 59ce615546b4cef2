import { describe, expect, test } from 'vitest';
import { createEngine, ENGINE_PACKAGES, getSampleRate } from '../../../../../providers/local/tts/engine.ts';
import type { SynthesizedSpeech } from '../../../../../providers/local/tts/speech.ts';
import { FLITE_VOICES } from '../../../../../providers/local/tts/flite/voices.ts';
import { msOfSamples } from '../../../../../src/core/audio.ts';
import { longText, measureGrowth } from '../../../../support/growth.ts';

const engine = createEngine();
const withoutEspeak = createEngine({ ...ENGINE_PACKAGES, espeak: 'espeak-ng-that-is-not-installed' });

const say = (
  text: string,
  manner: { voice?: string; rate?: number; pitch?: number } = {},
  by = engine,
): Promise<SynthesizedSpeech> => by.speak({ text, voice: 'slt', rate: 165, pitch: 50, ...manner });

const wordsOf = (text: string, { words }: SynthesizedSpeech): string[] =>
  words.map(({ from, to }) => text.slice(from, to));

const loudnessOf = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

describe.each([...FLITE_VOICES.keys()])('the voice %s of Flite', (voice) => {
  test('speaks without a silence before the sentence, and with a pause behind it', async () => {
    const { samples, words } = await say('Your table is booked.', { voice });
    expect(words[0]?.startMs).toBeLessThanOrEqual(11);
    expect(samples.some((sample) => Math.abs(sample) > 4000)).toBe(true);
    expect(msOfSamples(samples.length, getSampleRate(voice)) - (words.at(-1)?.endMs ?? 0)).toBeGreaterThan(300);
  });

  test('speaks at the given rate, and at the given pitch if it has more than one', async () => {
    const usual = await say('Good evening to you all.', { voice });
    const fast = await say('Good evening to you all.', { voice, rate: 330 });
    expect(fast.words.at(-1)?.endMs).toBeLessThan((usual.words.at(-1)?.endMs ?? 0) * 0.65);
    const high = await say('Good evening to you all.', { voice, pitch: 80 });
    expect(high.samples.some((sample, at) => sample !== usual.samples[at])).toBe(voice !== 'rms');
  });
});

describe('Flite speaks', () => {
  test('the same samples for the same text', async () =>
    expect(await say('Good evening.')).toEqual(await say('Good evening.')));

  test('signs and letters of other spellings', async () => {
    const { samples } = await say('It costs 5 euros at the cafe - really?');
    expect((await say('It costs €5 at the café — really?')).samples.length).toBeCloseTo(samples.length, -4);
  });

  test.each(['😀', '...', '\u0000', '—'])('nothing for %j', async (text) =>
    expect(await say(text)).toEqual({ samples: new Int16Array(0), words: [] }),
  );

  test('any text to its end', async () => {
    for (const text of ['a'.repeat(2000), '9'.repeat(500), `${'('.repeat(300)}x`, '% $ # @ ^ \\ | ~', '1/0 $, -.5e9'])
      expect((await say(text)).samples.length).toBeGreaterThan(0);
  });

  test('a text without punctuation in parts, so that the time for it grows with its length', async () => {
    const growth = await measureGrowth(400, (chars) => say(longText('so we go on ', chars), { voice: 'kal' }), {
      negligibleMs: 20,
    });
    expect(growth).toBeLessThan(3);
  });
});

describe('Flite times its words', () => {
  test('between the pauses of a sentence: there is sound in each word, and none between them', async () => {
    const { samples, words } = await say('One, nine, eleven, one.');
    const at = (ms: number): number => Math.round(ms * 16);
    expect(words).toHaveLength(4);
    for (const [index, { startMs, endMs }] of words.entries()) {
      expect(loudnessOf(samples.subarray(at(startMs), at(endMs)))).toBeGreaterThan(1500);
      const next = words[index + 1]?.startMs ?? endMs + 200;
      expect(loudnessOf(samples.subarray(at(endMs) + 320, at(next) - 320))).toBeLessThan(300);
    }
  });

  test('without a gap in fluent speech: each begins where the one before it ends', async () => {
    const { words } = await say('I would like a room');
    const gaps = words.slice(1).map(({ startMs }, index) => startMs - (words[index]?.endMs ?? 0));
    expect(gaps).toEqual([0, 0, 0, 0]);
  });

  test('on through the parts of a long text', async () => {
    const text = longText('One of many. ', 1300);
    const { samples, words } = await say(text, { voice: 'kal' });
    expect(words.map(({ from, to }) => text.slice(from, to)).join(' ')).toBe(text.trim());
    const edges = words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    expect(edges).toEqual([...edges].sort((a, b) => a - b));
    expect(edges.at(-1)).toBeLessThanOrEqual(msOfSamples(samples.length, getSampleRate('kal')));
  });

  test.each([
    ['It is 7 in 1985.', ['It', 'is', '7', 'in', '1985.']],
    ["It's five o'clock, isn't it?", ["It's", 'five', "o'clock,", "isn't", 'it?']],
    ['A well-known, rock-n-roll e-mail.', ['A', 'well-known,', 'rock-n-roll', 'e-mail.']],
    ['Dr. Smith lives at 12 Main Road.', ['Dr.', 'Smith', 'lives', 'at', '12', 'Main', 'Road.']],
    ['“Yes” — she said (twice)…', ['“Yes”', 'she', 'said', '(twice)…']],
    ['That costs $5.20, or €1,234.', ['That', 'costs', '$5.20,', 'or', '€1,234.']],
    ['Call 555-1234 or (555) 123-4567 now.', ['Call', '555-1234', 'or', '(555)', '123-4567', 'now.']],
    ['Be here 😀 at 7:30!', ['Be', 'here 😀', 'at', '7:30!']],
    ['a\nb\n\nc', ['a', 'b', 'c']],
    ['naïve Zoë’s café', ['naïve', 'Zoë’s', 'café']],
  ])('as they are written: %j', async (text, words) => expect(wordsOf(text, await say(text))).toEqual(words));
});

describe('a text with letters that Flite does not know', () => {
  test('is spoken by eSpeak NG at the rate of the voice', async () => {
    const text = 'You are Людмила.';
    const { samples, words } = await say(text);
    const espeak = await say(text, { voice: 'en-us' });
    expect(samples.length).toBe(Math.ceil((espeak.samples.length * 16_000) / 22_050));
    expect(words).toEqual(espeak.words);
  });

  test('is spoken without these words if eSpeak NG is not installed', async () => {
    const text = 'You are Людмила.';
    const { samples } = await say(text, {}, withoutEspeak);
    expect(samples).toEqual((await say('You are', {}, withoutEspeak)).samples);
  });

  test('is an error that names eSpeak NG if nothing would be left', async () =>
    expect(say('Людмила!', {}, withoutEspeak)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringContaining('espeak-ng@1.0.2'),
    }));
});
