import { firstValueFrom } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { mp3 } from '../../../src/wire/audio/mp3.ts';
import { decoded } from './decoding.ts';
import { mp3File } from './mp3File.ts';

const SECONDS = 2;

const decoders = vi.hoisted(() => ({ onFree: () => {} }));

vi.mock(import('mpg123-decoder'), async (original) => {
  const real = await original();
  return {
    ...real,
    MPEGDecoder: class extends real.MPEGDecoder {
      constructor() {
        super();
        const { free } = this;
        this.free = () => {
          decoders.onFree();
          free();
        };
      }
    },
  };
});

describe('mp3 as it streams', () => {
  test.each([
    [22_050, 32],
    [24_000, 64],
    [44_100, 128],
  ])('of a 440 Hz tone at %i Hz is a 440 Hz tone at that rate', async (sampleRate, kbps) => {
    const samples = await decoded(mp3, toneFile(440, sampleRate, kbps), 417);
    expect(samples.length).toBeGreaterThanOrEqual(SECONDS * sampleRate);
    expect(frequencyOf(samples.subarray(sampleRate / 2, (3 * sampleRate) / 2))).toBeCloseTo(440, 0);
    expect(Math.max(...samples.subarray(sampleRate / 2, sampleRate))).toBeGreaterThan(9000);
  });

  test.each([1, 104, 417, 1000])('gives the same samples in pieces of %i bytes as in one', async (length) => {
    const file = toneFile(440, 22_050, 32);
    expect(await decoded(mp3, file, length)).toEqual(await decoded(mp3, file));
  });

  test('gives the left of two channels', async () => {
    const file = mp3File(44_100, 128, tone(440, 44_100), tone(880, 44_100));
    expect(frequencyOf((await decoded(mp3, file)).subarray(22_050, 66_150))).toBeCloseTo(440, 0);
  });

  test('peaks that lie beyond full scale are clamped', async () => {
    const samples = await decoded(mp3, toneFile(440, 22_050, 32, 40_000), 417);
    const steps = samples.slice(1).map((sample, n) => Math.abs(sample - (samples[n] ?? 0)));
    expect(Math.max(...samples)).toBe(32_767);
    expect(Math.max(...steps)).toBeLessThan(10_000);
  });

  test('bytes that are no mp3 are silence', async () => {
    expect(await decoded(mp3, Buffer.from('{"error":"not today"}'.repeat(500)))).toHaveLength(0);
  });

  test('frees its decoder when unsubscribed', async () => {
    const onFree = vi.spyOn(decoders, 'onFree');
    await firstValueFrom(mp3);
    expect(onFree).toHaveBeenCalledTimes(1);
  });

  test('frees a decoder that was loading when it was unsubscribed', async () => {
    const freed = new Promise<void>((resolve) => vi.spyOn(decoders, 'onFree').mockImplementation(resolve));
    mp3.subscribe().unsubscribe();
    await freed;
  });
});

function toneFile(hertz: number, sampleRate: number, kbps: number, amplitude = 10_000): Uint8Array {
  return mp3File(sampleRate, kbps, tone(hertz, sampleRate, amplitude));
}

function tone(hertz: number, sampleRate: number, amplitude = 10_000): Int16Array {
  const at = (n: number): number => amplitude * Math.sin((2 * Math.PI * hertz * n) / sampleRate);
  return Int16Array.from({ length: SECONDS * sampleRate }, (_, n) => Math.max(-32_768, Math.min(32_767, at(n))));
}

/** By its zero crossings, of a stretch of one second. */
function frequencyOf(second: Int16Array): number {
  return second.slice(1).filter((sample, n) => sample >= 0 && (second[n] ?? 0) < 0).length;
}
