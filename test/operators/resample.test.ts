import { createRequire } from 'node:module';
import fc from 'fast-check';
import { from, lastValueFrom, of, toArray, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type Speex from 'speex-resampler';
import { describe, expect, it } from 'vitest';
import { resample } from '../../operators/resample.ts';
import { concatSamples, type AudioFrame } from '../../src/core/audio.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { runs } from '../properties/runs.ts';

const RATES = [8000, 16000, 22050, 24000, 44100, 48000];
const PAIRS = RATES.flatMap((input) => RATES.map((output) => [input, output] as const));
const { default: SpeexResampler } = createRequire(import.meta.url)('speex-resampler') as typeof Speex;
const AMPLITUDE = 12000;
/** Where a signal begins or ends abruptly, its spectrum has no bounds: figures are taken this many samples inside. */
const EDGE = 300;

const marbles = (score: Parameters<TestScheduler['run']>[0]): unknown =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(score);

describe('resample', () => {
  it('brings 10 ms frames from 48 to 16 kHz, the last millisecond on completion', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const frames = cold('   a----a----a----|', { a: silence(480, 48000) });
      const expected = '      x----y----y----(z|)';
      const subscription = '  ^--------------!';

      expectObservable(frames.pipe(resample({ sampleRate: 16000 }))).toBe(expected, {
        x: silence(144, 16000),
        y: silence(160, 16000),
        z: silence(16, 16000),
      });
      expectSubscriptions(frames.subscriptions).toBe(subscription);
    }));

  it('passes frames of the wanted rate as the same objects', async () => {
    const frames = [silence(160, 16000), silence(0, 16000), silence(7, 16000)];
    const out = await all(from(frames).pipe(resample({ sampleRate: 16000 })));
    expect(out).toHaveLength(3);
    out.forEach((frame, index) => expect(frame).toBe(frames[index]));
  });

  it('starts anew when the input changes its rate, and loses nothing of either stretch', async () => {
    const first = tone(440, 48000, 4801);
    const second = tone(300, 8000, 801);
    const third = tone(200, 16000, 320);
    const frames = [frame(first, 48000), frame(second, 8000), frame(third, 16000)];
    const out = await all(from(frames).pipe(resample({ sampleRate: 16000 })));
    const whole = [convert(first, 48000, 16000), convert(second, 8000, 16000), third];
    expect(concatSamples(out.map(({ samples }) => samples))).toEqual(concatSamples(whole));
    expect(out.at(-1)).toBe(frames[2]);
  });

  it('passes an error of the source at once', () =>
    marbles(({ cold, expectObservable }) => {
      const frames = cold('a--#', { a: silence(480, 48000) });
      expectObservable(frames.pipe(resample({ sampleRate: 16000 }))).toBe('x--#', { x: silence(144, 16000) });
    }));

  it('unsubscribes from its source', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const frames = cold('a----a----a', { a: silence(480, 48000) });
      expectObservable(frames.pipe(resample({ sampleRate: 16000 })), '^--!').toBe('x', { x: silence(144, 16000) });
      expectSubscriptions(frames.subscriptions).toBe('^--!');
    }));

  it('gives two subscribers two independent results', async () => {
    const out = of(frame(tone(440, 44100, 1000), 44100)).pipe(resample({ sampleRate: 16000 }));
    expect(await all(out)).toEqual(await all(out));
  });

  it.each([0, 999, 192_001, 16000.5, Number.NaN])('refuses a rate of %d Hz', async (sampleRate) => {
    await expect(all(of(silence(10, 48000)).pipe(resample({ sampleRate })))).rejects.toMatchObject({
      code: 'usage_invalid',
    });
    await expect(all(of(silence(10, sampleRate)).pipe(resample({ sampleRate: 16000 })))).rejects.toMatchObject({
      code: 'usage_invalid',
    });
  });

  it('refuses two rates whose filter would be out of all proportion', () => {
    expect(() => createResampler(44100, 47999)).toThrow(expect.objectContaining({ code: 'usage_invalid' }));
    expect(() => createResampler(11025, 48000)).not.toThrow();
  });

  it('does not touch what it was given', async () => {
    const samples = tone(440, 48000, 960);
    const before = samples.slice();
    await all(of(frame(samples, 48000)).pipe(resample({ sampleRate: 8000 })));
    expect(samples).toEqual(before);
  });
});

describe.each(PAIRS)('from %d to %d Hz', (input, output) => {
  it('makes ceil(N * to / from) samples, the same over any chunking', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 });
    const property = fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer(), cuts, (length, seed, sizes) => {
      const signal = noise(length, seed);
      const whole = convert(signal, input, output);
      expect(whole).toHaveLength(Math.ceil((length * output) / input));
      expect(Buffer.compare(bytes(inChunks(signal, sizes, input, output)), bytes(whole))).toBe(0);
    });
    fc.assert(property, runs(7));
  });

  it('keeps a 440 Hz tone where it is, in pitch, loudness and time', () => {
    const out = convert(tone(440, input, input / 2), input, output);
    expect(signalToNoiseDb(out, tone(440, output, out.length))).toBeGreaterThan(60);
  });

  it('keeps a 1 kHz tone within 0.2 dB', () => {
    const out = convert(tone(1000, input, input / 2), input, output);
    expect(Math.abs(levelDb(out))).toBeLessThan(0.2);
  });

  it('leaves a constant constant, whatever the position between two samples', () => {
    const out = convert(new Int16Array(4000).fill(10000), input, output).subarray(EDGE, -EDGE);
    expect(Math.min(...out)).toBeGreaterThanOrEqual(9999);
    expect(Math.max(...out)).toBeLessThanOrEqual(10001);
  });
});

describe('createResampler', () => {
  it.each([
    [24000, 8000, 5000, -60],
    [48000, 16000, 10000, -60],
    [44100, 8000, 6000, -60],
    [48000, 22050, 15000, -60],
  ])('from %d to %d Hz a tone of %d Hz, which cannot be carried, is below %d dB', (input, output, hz, limit) => {
    expect(levelDb(convert(tone(hz, input, input), input, output))).toBeLessThan(limit);
  });

  it.each([
    [3200, -0.1, 0.1],
    [3600, -6, -2],
    [3999, -60, -20],
  ])('at 8 kHz a tone of %d Hz comes out between %d and %d dB', (hz, low, high) => {
    const level = levelDb(convert(tone(hz, 48000, 48000), 48000, 8000));
    expect(level).toBeGreaterThanOrEqual(low);
    expect(level).toBeLessThanOrEqual(high);
  });

  it('clips what overshoots instead of wrapping round', () => {
    const square = Int16Array.from({ length: 4000 }, (_, at) => (at % 100 < 50 ? 32767 : -32768));
    const out = convert(square, 16000, 48000);
    const plateau = (at: number): boolean => (at / 3) % 50 > 5 && (at / 3) % 50 < 45;
    const signs = Array.from(out, (sample, at) => (plateau(at) ? Math.sign(sample) : 0));
    expect(signs).toEqual(signs.map((_, at) => (plateau(at) ? ((at / 3) % 100 < 50 ? 1 : -1) : 0)));
    expect(Math.max(...out)).toBe(32767);
  });

  it('holds back 16 samples of the lower rate and not more', () => {
    expect(createResampler(48000, 16000).push(new Int16Array(480))).toHaveLength(160 - 16);
    expect(createResampler(16000, 48000).push(new Int16Array(160))).toHaveLength(480 - 16 * 3);
  });

  it('is as new after a flush', () => {
    const resampler = createResampler(44100, 16000);
    const signal = noise(1234, 1);
    const once = concatSamples([resampler.push(signal), resampler.flush()]);
    const again = concatSamples([resampler.push(signal), resampler.flush()]);
    expect(again).toEqual(once);
    expect(resampler.flush()).toHaveLength(0);
  });

  it.each([
    [48000, 16000, 384],
    [44100, 16000, 356],
    [16000, 24000, 128],
    [24000, 48000, 128],
  ])('from %d to %d Hz agrees with speex at its best quality', async (input, output, speexDelay) => {
    const signal = chirp(input, Math.min(input, output) * 0.38);
    const ours = convert(signal, input, output);
    expect(signalToNoiseDb(await speexed(signal, input, output, speexDelay), ours)).toBeGreaterThan(70);
  });
});

function frame(samples: Int16Array, sampleRate: number): AudioFrame {
  return { samples, sampleRate };
}

function silence(length: number, sampleRate: number): AudioFrame {
  return frame(new Int16Array(length), sampleRate);
}

function all<T>(source: Observable<T>): Promise<T[]> {
  return lastValueFrom(source.pipe(toArray()));
}

function tone(hz: number, sampleRate: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, at) => Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * at) / sampleRate)));
}

/** One second that glides from 100 Hz to `topHz`. */
function chirp(sampleRate: number, topHz: number): Int16Array {
  const cycles = (s: number): number => 100 * s + ((topHz - 100) * s * s) / 2;
  return Int16Array.from(
    { length: sampleRate },
    (_, at) => AMPLITUDE * Math.sin(2 * Math.PI * cycles(at / sampleRate)),
  );
}

function noise(length: number, seed: number): Int16Array {
  let state = seed | 0;
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >> 16;
  });
}

function convert(samples: Int16Array, input: number, output: number): Int16Array {
  const resampler = createResampler(input, output);
  return concatSamples([resampler.push(samples), resampler.flush()]);
}

/** Cuts of the given sizes, then the rest. */
function inChunks(samples: Int16Array, sizes: readonly number[], input: number, output: number): Int16Array {
  const resampler = createResampler(input, output);
  const parts: Int16Array[] = [];
  let at = 0;
  for (const size of [...sizes, samples.length]) {
    parts.push(resampler.push(samples.subarray(at, at + size)));
    at += size;
  }
  return concatSamples([...parts, resampler.flush()]);
}

/** Compared as bytes: an assertion that walks typed arrays takes most of the suite's time. */
function bytes({ buffer, byteOffset, byteLength }: Int16Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function rms(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Level of the middle of `samples` against a full tone, in dB. */
function levelDb(samples: Int16Array): number {
  return 20 * Math.log10((rms(samples.subarray(EDGE, -EDGE)) * Math.SQRT2) / AMPLITUDE);
}

/** How far what `samples` differ from `wanted` by lies below `wanted`, sample against sample, in dB. */
function signalToNoiseDb(samples: Int16Array, wanted: Int16Array): number {
  const difference = samples.map((sample, at) => sample - (wanted[at] ?? 0)).subarray(EDGE, -EDGE);
  return 20 * Math.log10(rms(wanted.subarray(EDGE, -EDGE)) / Math.max(rms(difference), 1e-6));
}

/**
 * What speex makes of `samples`, laid over ours. It does not compensate the delay of its filter (`delay` input
 * samples); silence in front makes it a whole number of output samples.
 */
async function speexed(samples: Int16Array, input: number, output: number, delay: number): Promise<Int16Array> {
  await SpeexResampler.initPromise;
  const step = input / gcd(input, output);
  const shift = Math.ceil(delay / step) * step;
  const padded = concatSamples([new Int16Array(shift - delay), samples, new Int16Array(delay)]);
  const theirs = new SpeexResampler(1, input, output, 10).processChunk(bytes(padded));
  return new Int16Array(theirs.buffer, theirs.byteOffset, theirs.length / 2).subarray((shift * output) / input);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
