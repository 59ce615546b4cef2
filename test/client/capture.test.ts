import { describe, expect, it } from 'vitest';
import { createCapture, type CapturedFrame } from '../../src/client/capture.ts';
import { createResampler } from '../../src/core/resampler.ts';

const TWO_PI = 2 * Math.PI;

describe('createCapture', () => {
  it.each([
    [48_000, 16_000, 320],
    [44_100, 16_000, 320],
    [16_000, 16_000, 320],
    [48_000, 8000, 160],
    [44_100, 24_000, 480],
    [44_100, 48_000, 960],
  ])('makes frames of 20 ms of a device at %i Hz for a wire at %i Hz', (deviceRate, sampleRate, length) => {
    const frames = captured({ deviceRate, sampleRate }, tone(deviceRate, 1000), 128);
    expect(frames.length).toBeGreaterThanOrEqual(49);
    expect(new Set(frames.map(({ samples }) => samples.length))).toEqual(new Set([length]));
  });

  it('loses nothing and adds nothing, however the device cuts its audio', () => {
    const rates = { deviceRate: 44_100, sampleRate: 16_000 };
    const audio = tone(rates.deviceRate, 500);
    const whole = createResampler(rates.deviceRate, rates.sampleRate).push(
      Int16Array.from(audio, (value) => Math.round(value * 32_768)),
    );
    for (const block of [128, 1, 777, audio.length]) {
      const heard = captured(rates, audio, block).flatMap(({ samples }) => [...samples]);
      expect(heard).toEqual([...whole.subarray(0, heard.length)]);
      expect(whole.length - heard.length).toBeLessThan(320);
    }
  });

  it('gives the frame with the block that fills it, and not one sample before', () => {
    const capture = createCapture({ deviceRate: 16_000, sampleRate: 16_000 });
    expect(capture(new Float32Array(319))).toHaveLength(0);
    expect(capture(new Float32Array(1))).toHaveLength(1);
    expect(capture(new Float32Array(641))).toHaveLength(2);
  });

  it('measures how loud a frame is', () => {
    const [loud] = captured({ deviceRate: 16_000, sampleRate: 16_000 }, tone(16_000, 20), 128);
    const [silent] = captured({ deviceRate: 16_000, sampleRate: 16_000 }, new Float32Array(320), 128);
    expect(loud?.level).toBeCloseTo(0.5 / Math.SQRT2, 3);
    expect(silent?.level).toBe(0);
  });

  it('clips what is beyond full scale', () => {
    const capture = createCapture({ deviceRate: 16_000, sampleRate: 16_000 });
    const [frame] = capture(Float32Array.from({ length: 320 }, (_, index) => (index % 2 === 0 ? 1.5 : -1.5)));
    expect(new Set(frame?.samples)).toEqual(new Set([32_767, -32_768]));
  });

  it('keeps the audio of two captures apart', () => {
    const [one, other] = [
      createCapture({ deviceRate: 16_000, sampleRate: 16_000 }),
      createCapture({ deviceRate: 16_000, sampleRate: 16_000 }),
    ];
    one(new Float32Array(200));
    expect(other(new Float32Array(200))).toHaveLength(0);
    expect(one(new Float32Array(120))).toHaveLength(1);
  });
});

function captured(rates: Parameters<typeof createCapture>[0], audio: Float32Array, block: number): CapturedFrame[] {
  const capture = createCapture(rates);
  const blocks = Array.from({ length: Math.ceil(audio.length / block) }, (_, at) =>
    audio.subarray(at * block, (at + 1) * block),
  );
  return blocks.flatMap((part) => capture(part));
}

/** 440 Hz at half of full scale. */
function tone(rate: number, ms: number): Float32Array {
  return Float32Array.from({ length: (rate * ms) / 1000 }, (_, index) => Math.sin((TWO_PI * 440 * index) / rate) / 2);
}
