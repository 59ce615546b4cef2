import { createRequire } from 'node:module';
import { join } from 'node:path';
import { from, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { suppressNoise } from '../../operators/suppressNoise.ts';
import { loadEngine } from '../../providers/rnnoise/engine.ts';
import { rnnoise } from '../../providers/rnnoise/rnnoise.ts';
import { silero } from '../../providers/silero/model.ts';
import { concatSamples, splitSamples } from '../../src/core/audio.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { speakPcm } from '../support/voice.ts';

const RATE = 16_000;
const SECOND = RATE;
/** Samples by which the audio is later at 16 kHz. */
const DELAY = 356;

const speech = await recorded('I would like to book a table for two people at seven.');
/** Two seconds of pause, a sentence, two seconds of pause. */
const quiet = concatSamples([new Int16Array(2 * SECOND), speech, new Int16Array(2 * SECOND)]);

describe('noise under a sentence, 10 dB below it', () => {
  test.each([
    ['hiss', 30],
    ['wind', 25],
  ] as const)('%s falls by %i dB in the pauses, and the speech stays as loud', async (name, least) => {
    const noise = make(name, quiet.length, level(speech) - 10);
    const noisy = add(quiet, noise);
    const clean = await suppress(noisy);
    const pauses = [
      [SECOND, 2 * SECOND],
      [quiet.length - SECOND, quiet.length],
    ] as const;
    for (const [start, end] of pauses)
      expect(level(noisy.subarray(start, end)) - level(clean.subarray(start, end))).toBeGreaterThan(least);
    const spoken = clean.subarray(2 * SECOND + DELAY, 2 * SECOND + DELAY + speech.length);
    expect(Math.abs(level(spoken) - level(speech))).toBeLessThan(1);
  });

  test('the speech is 356 samples later, 22 ms', async () => {
    const clean = await suppress(quiet);
    const scores = Array.from({ length: 600 }, (_, shift) =>
      speech.reduce((sum, sample, at) => sum + sample * (clean[2 * SECOND + at + shift] ?? 0), 0),
    );
    expect(scores.indexOf(Math.max(...scores))).toBe(DELAY);
  });

  test('voice activity detection hears the sentence, and nothing in the pauses, as without the noise', async () => {
    const clean = await suppress(add(quiet, make('hiss', quiet.length, level(speech) - 10)));
    const [without, suppressed] = await Promise.all([voiced(quiet), voiced(clean)]);
    expect(suppressed.length).toBeGreaterThan(0.9 * without.length);
    expect(suppressed[0]).toBeGreaterThanOrEqual((without[0] ?? 0) - 1);
    expect(suppressed.at(-1)).toBeLessThanOrEqual((without.at(-1) ?? 0) + 2);
  });
});

describe('what Silero takes for speech', () => {
  test.each(['hiss', 'wind'] as const)('%s alone is none, with the suppression and without it', async (name) => {
    const noise = make(name, 4 * SECOND, 60);
    expect([await voiced(noise), await voiced(await suppress(noise))]).toEqual([[], []]);
  });

  test('of a quiet voice under hiss, more is once the hiss is gone', async () => {
    const voice = quiet.map((sample) => sample / 100);
    const covered = add(voice, make('hiss', voice.length, 31));
    const [before, after] = [await voiced(covered), await voiced(await suppress(covered))];
    expect(after.length).toBeGreaterThan(1.3 * before.length);
  });
});

describe('the engine', () => {
  test('the same audio gives the same audio, to the bit, also beside another stream', async () => {
    const noisy = add(quiet, make('wind', quiet.length, level(speech) - 10));
    const [alone] = [await suppress(noisy)];
    const [one, , two] = await Promise.all([suppress(noisy), suppress(quiet), suppress(noisy)]);
    expect(one).toEqual(alone);
    expect(two).toEqual(alone);
  });

  test('what a closed stream had goes to the next one: 5000 streams take no memory', () => {
    const engine = loadEngine();
    const before = engine.memoryBytes();
    for (let n = 0; n < 5000; n += 1) engine.openStream().close();
    expect(engine.memoryBytes()).toBe(before);
  });

  test('streams are limited by memory alone: 1500 at once work as one does', () => {
    const engine = loadEngine();
    const before = engine.memoryBytes();
    const streams = Array.from({ length: 1500 }, () => engine.openStream());
    expect(engine.memoryBytes()).toBeGreaterThan(before);
    const results = [streams[0], streams[1499]].map((stream) => {
      const frames = Array.from({ length: 20 }, (_, n) => make('hiss', 480, 60, n + 1));
      for (const frame of frames) stream?.process(frame);
      return concatSamples(frames);
    });
    expect(results[0]).toEqual(results[1]);
    for (const stream of streams) stream.close();
  });

  test('digital silence stays silent, and speech after minutes of it is as before', () => {
    const engine = loadEngine();
    const hear = (quietFrames: number): Int16Array => {
      const stream = engine.openStream();
      for (let n = 0; n < quietFrames; n += 1) {
        const frame = new Int16Array(480);
        stream.process(frame);
        if (frame.some((sample) => sample !== 0)) throw new Error(`frame ${n} is not silent`);
      }
      const frames = splitSamples(speech.slice(0, 480 * 40), 480);
      for (const frame of frames) stream.process(frame);
      stream.close();
      return concatSamples(frames);
    };
    const spoken = hear(3);
    expect(level(spoken)).toBeGreaterThan(40);
    expect(hear(6000)).toEqual(spoken);
  });

  test('without its package, the error says what to install', () => {
    const missing = (name: string): string => createRequire(import.meta.url).resolve(`${name}/not-there`);
    expect(() => loadEngine(missing)).toThrowError(
      expect.objectContaining({
        code: 'provider_unavailable',
        message:
          'noise suppression needs the optional package @echogarden/rnnoise-wasm: npm install @echogarden/rnnoise-wasm@0.2.0',
      }),
    );
  });

  test('another version is not taken', () => {
    const other = (): string => join(import.meta.dirname, 'rnnoise.test.ts');
    expect(() => loadEngine(other)).toThrowError(/needs version 0\.2\.0/u);
  });
});

async function recorded(text: string): Promise<Int16Array> {
  const { samples, sampleRate } = await speakPcm(text);
  return createResampler(sampleRate, RATE).push(samples);
}

async function suppress(samples: Int16Array): Promise<Int16Array> {
  const frames = splitSamples(samples, 320).map((part) => ({ samples: part, sampleRate: RATE }));
  const out = await lastValueFrom(from(frames).pipe(suppressNoise({ model: rnnoise() }), toArray()));
  return concatSamples(out.map((frame) => frame.samples));
}

/** The numbers of the windows that are voiced. */
async function voiced(samples: Int16Array): Promise<readonly number[]> {
  const windows = splitSamples(samples, 512).filter(({ length }) => length === 512);
  const scores = await lastValueFrom(silero({ sampleRate: RATE }).score(from(windows)).pipe(toArray()));
  return scores.flatMap((score, at) => (score >= 0.5 ? [at] : []));
}

function add(a: Int16Array, b: Int16Array): Int16Array {
  return a.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + (b[at] as number))));
}

/** The loudness of audio, in dB. */
function level(samples: Int16Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return 10 * Math.log10(power + 1e-3);
}

/** Makes noise of a loudness: always the same. */
function make(name: 'hiss' | 'wind', length: number, db: number, seed = 1): Int16Array {
  let state = seed;
  let low = 0;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 0x8000_0000;
    return state / 0x4000_0000 - 1;
  };
  const wave = Float64Array.from({ length }, (_, n) => {
    if (name === 'hiss') return random();
    low = 0.98 * low + 0.2 * random();
    return low * (0.5 + 0.5 * Math.sin((2 * Math.PI * 0.7 * n) / RATE));
  });
  const power = wave.reduce((sum, sample) => sum + sample * sample, 0) / length;
  const gain = 10 ** (db / 20) / Math.sqrt(power);
  return Int16Array.from(wave, (sample) => gain * sample);
}
