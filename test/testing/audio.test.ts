import { toArray } from 'rxjs';
import { expect, test } from 'vitest';
import { concatSamples, durationMs, type AudioFrame } from '../../src/core/audio.ts';
import { microphone, silence, voiced, type SoundInterval } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];

/** First and last sample that are not 0, of all frames in a row. */
function soundOf(frames: readonly AudioFrame[]): readonly [number, number] {
  const samples = concatSamples(frames.map((frame) => frame.samples));
  return [samples.findIndex((sample) => sample !== 0), samples.findLastIndex((sample) => sample !== 0)];
}

test.each(RATES)('voiced and silent frames at %i Hz have the given duration', (rate) => {
  expect(durationMs(voiced(500, rate))).toBe(500);
  expect(durationMs(silence(500, rate))).toBe(500);
  expect(soundOf([silence(500, rate)])).toEqual([-1, -1]);
});

test('a frame comes at the time of its last sample, counted from the subscription', async () => {
  const clock = new VirtualClock();
  await clock.run(7);
  const times: number[] = [];
  microphone([], { scheduler: clock, forMs: 60 }).subscribe(() => times.push(clock.now()));
  await clock.run();
  expect(times).toEqual([27, 47, 67]);
});

test.each(RATES)('at %i Hz the sound of a script lies at its times, across frames', async (rate) => {
  const clock = new VirtualClock();
  let frames: readonly AudioFrame[] = [];
  microphone([{ atMs: 30, forMs: 90 }], { scheduler: clock, sampleRate: rate, forMs: 200 })
    .pipe(toArray())
    .subscribe((all) => (frames = all));
  await clock.run();
  const [first, last] = soundOf(frames);
  expect(frames.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(rate / 5);
  expect(first).toBeGreaterThanOrEqual(Math.floor(0.03 * rate));
  expect(first).toBeLessThan(0.031 * rate);
  expect(last).toBeLessThan(0.12 * rate);
  expect(last).toBeGreaterThan(0.119 * rate);
});

test('a tone goes on over a second as it began', () => {
  const { samples } = voiced(2500);
  const period = 16_000 / 250;
  expect(samples.findIndex((sample, at) => sample !== samples[at % period])).toBe(-1);
});

test('frames whose length is no whole number of samples add up exactly', async () => {
  const clock = new VirtualClock();
  let samples = 0;
  microphone([], { scheduler: clock, sampleRate: 11_025, forMs: 1000 }).subscribe(
    (frame) => (samples += frame.samples.length),
  );
  await clock.run();
  expect(samples).toBe(11_025);
});

test('without an end the microphone goes on until it is unsubscribed', async () => {
  const clock = new VirtualClock();
  const recording = microphone([], { scheduler: clock }).subscribe();
  await clock.run(60_000);
  expect(clock.pending).toBe(1);
  recording.unsubscribe();
  expect(clock.pending).toBe(0);
});

test('the microphone ends with its last frame, and at once if it has none', async () => {
  const clock = new VirtualClock();
  const ends: number[] = [];
  for (const forMs of [0, 50])
    microphone([], { scheduler: clock, forMs }).subscribe({ complete: () => ends.push(clock.now()) });
  expect(ends).toEqual([0]);
  await clock.run();
  expect(ends).toEqual([0, 60]);
});

test('a sound that is added to the script while it plays is heard', async () => {
  const clock = new VirtualClock();
  const script: SoundInterval[] = [];
  let frames: readonly AudioFrame[] = [];
  microphone(script, { scheduler: clock, forMs: 100 })
    .pipe(toArray())
    .subscribe((all) => (frames = all));
  await clock.run(50);
  script.push({ atMs: 60, forMs: 20 });
  await clock.run();
  expect(frames.map((frame) => soundOf([frame])[0] >= 0)).toEqual([false, false, false, true, false]);
});
