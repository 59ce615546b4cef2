import { beforeAll, describe, expect, test } from 'vitest';
import { ESPEAK_SAMPLE_RATE, loadEspeak, type EspeakEngine } from '../../../../../providers/local/tts/espeak/engine.ts';
import type { SynthesizedSpeech } from '../../../../../providers/local/tts/speech.ts';
import { msOfSamples } from '../../../../../src/core/audio.ts';

let engine: EspeakEngine;

beforeAll(async () => {
  engine = await loadEspeak();
});

const say = (
  text: string,
  manner: { voice?: string; rate?: number; pitch?: number } = {},
): Promise<SynthesizedSpeech> => engine.speak({ text, voice: 'en-us', rate: 165, pitch: 50, ...manner });

const wordsOf = (text: string, { words }: SynthesizedSpeech): string[] =>
  words.map(({ from, to }) => text.slice(from, to));

describe('the engine speaks', () => {
  test('with sound from its first 20 ms on, and a pause behind the sentence', async () => {
    const { samples } = await say('Your table is booked.');
    expect(samples.subarray(0, 441).some((sample) => sample !== 0)).toBe(true);
    expect(samples.some((sample) => Math.abs(sample) > 8000)).toBe(true);
    expect(msOfSamples(silenceAtEnd(samples), ESPEAK_SAMPLE_RATE)).toBeGreaterThan(300);
  });

  test('the same samples for the same text', async () =>
    expect(await say('Good evening.')).toEqual(await say('Good evening.')));

  test('at the given rate, pitch and voice', async () => {
    const usual = await say('Good evening to you all.');
    expect((await say('Good evening to you all.', { rate: 300 })).samples.length).toBeLessThan(
      usual.samples.length * 0.7,
    );
    expect((await say('Good evening to you all.', { pitch: 80 })).samples).not.toEqual(usual.samples);
    expect((await say('Good evening to you all.', { voice: 'en-us+f3' })).samples).not.toEqual(usual.samples);
    expect((await say('Guten Abend.', { voice: 'de' })).samples.length).toBeGreaterThan(0);
  });

  test('and leaves the exit code of the process alone', async () => {
    await expect(say('Hello.', { voice: 'nobody' })).rejects.toThrow('does not exist');
    expect(process.exitCode).toBeUndefined();
  });
});

describe('the engine times its words', () => {
  test('to the sample: around a comma they end and begin where the sound does', async () => {
    const { samples, words } = await say('One, nine, eleven, one.');
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
      soundsBetweenPauses(samples, 100).map((edge) => edge.map((at) => msOfSamples(at, ESPEAK_SAMPLE_RATE))),
    );
  });

  test('without a gap in fluent speech: each begins where the one before it ends', async () => {
    const { words } = await say('I would like a room');
    const gaps = words.slice(1).map(({ startMs }, index) => startMs - (words[index]?.endMs ?? 0));
    expect(gaps).toHaveLength(4);
    for (const gap of gaps) expect(gap).toBeCloseTo(0, 0);
  });

  test.each([
    ['It is 7 in 1985.', ['It', 'is', '7', 'in', '1985.']],
    ["It's five o'clock, isn't it?", ["It's", 'five', "o'clock,", "isn't", 'it?']],
    ['A well-known, rock-n-roll e-mail.', ['A', 'well-known,', 'rock-n-roll', 'e-mail.']],
    ['Dr. Smith lives at 12 Main Road.', ['Dr.', 'Smith', 'lives', 'at', '12', 'Main', 'Road.']],
    ['“Yes” — she said (twice)…', ['“Yes”', 'she', 'said', '(twice)…']],
    ['That costs $5.20, or €1,234.', ['That', 'costs', '$5.20,', 'or', '€1,234.']],
    ['Be here 😀 at 7:30!', ['Be', 'here', '😀', 'at', '7:30!']],
    ['One of the best.', ['One', 'of the', 'best.']],
    ['a\nb\n\nc', ['a', 'b', 'c']],
  ])('as they are written: %j', async (text, words) => expect(wordsOf(text, await say(text))).toEqual(words));

  test('in order and inside the audio, in other languages too', async () => {
    for (const [voice, text] of [
      ['fr', "Il est 21 heures, aujourd'hui."],
      ['de', 'Es ist z. B. der 3. Mai 2024.'],
      ['es', '¿Qué hora es? Son las 7.'],
      ['ru', 'Привет, как дела?'],
      ['cmn', '你好,我是中国人。'],
    ] as const) {
      const { samples, words } = await say(text, { voice });
      expect(words.length).toBeGreaterThan(2);
      const edges = words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
      expect(edges).toEqual([...edges].sort((a, b) => a - b));
      expect(edges.at(-1)).toBeLessThanOrEqual(msOfSamples(samples.length, ESPEAK_SAMPLE_RATE));
    }
  });
});

describe('the engine takes text as text', () => {
  test('phoneme mnemonics are not obeyed', async () => {
    const text = "[[h@l'oU]] there";
    expect(wordsOf(text, await say(text)).at(-1)).toBe('there');
    expect((await say(text)).samples).toEqual((await say(" [h@l'oU]] there")).samples);
  });

  test('control characters are white space', async () => {
    const text = 'go \u0001150S now\u0000';
    expect((await say(text)).samples).toEqual((await say('go  150S now ')).samples);
  });

  test('half a surrogate pair is white space', async () =>
    expect((await say('half \ud800x')).samples).toEqual((await say('half  x')).samples));

  test('markup is read out', async () => {
    const { samples } = await say('<break time="9s"/>');
    expect(silenceAtEnd(samples)).toBeLessThan(ESPEAK_SAMPLE_RATE);
    expect(samples.length).toBeGreaterThan(ESPEAK_SAMPLE_RATE);
  });
});

describe('the engine knows its voices', () => {
  test.each(['en-us', 'en-gb', 'de', 'cmn', 'gmw/en-US', 'en-us+f3', 'fr+whisper'])('%s', async (voice) =>
    expect(await engine.findVoiceFault(voice)).toBeUndefined(),
  );

  test.each([
    ['nobody', /voice does not exist/],
    ['mb/mb-us1', /mbrola/],
    ['en-us+klatt', /klatt/],
    ['en-us+nobody', /no variant nobody/],
    ['en-us+', /no variant/],
    ['en-us+f3+nobody', /no variant f3\+nobody/],
  ])('%s is none', async (voice, fault) => expect(await engine.findVoiceFault(voice)).toMatch(fault));

  test('and refuses to speak in one that is none', async () => {
    await expect(say('Hello.', { voice: 'nobody' })).rejects.toMatchObject({ code: 'provider_failed' });
    await expect(say('Hello.', { voice: 'mb/mb-us1' })).rejects.toMatchObject({ code: 'provider_failed' });
  });
});

test('without its package the error names the package to install, and its licence', async () => {
  const missing = loadEspeak('espeak-ng-that-is-not-installed');
  await expect(missing).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(missing).rejects.toThrow(/npm install espeak-ng@1\.0\.2/);
  await expect(missing).rejects.toThrow(/GPL-3\.0-or-later/);
});

/** How many samples at the end are exactly zero. */
function silenceAtEnd(samples: Int16Array): number {
  return samples.length - 1 - samples.findLastIndex((sample) => sample !== 0);
}

/** First sample and first sample after, of each stretch of sound between silences of at least `ms`. */
function soundsBetweenPauses(samples: Int16Array, ms: number): [number, number][] {
  const sounds: [number, number][] = [];
  samples.forEach((sample, at) => {
    if (sample === 0) return;
    const last = sounds.at(-1);
    if (last !== undefined && msOfSamples(at - last[1], ESPEAK_SAMPLE_RATE) < ms) last[1] = at + 1;
    else sounds.push([at, at + 1]);
  });
  return sounds;
}
