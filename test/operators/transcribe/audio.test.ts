import { describe, expect, it } from 'vitest';
import { concatSamples, type AudioFrame } from '../../../src/core/audio.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { activity, voicedWindow } from '../../../src/testing/fixtures.ts';
import { createHarness, type Harness } from './score.ts';

/** Inside this many samples of its ends a tone has no ends. */
const EDGE = 100;

/** A segment whose audio comes in these frames: two with the start, one with each window. */
function segment(frames: readonly AudioFrame[], number = 0): readonly VadEvent[] {
  const [first, second, ...further] = frames;
  const start = [first, second].filter((frame) => frame !== undefined);
  return [
    { ...activity.s, segment: number, audio: start } as VadEvent,
    ...further.map((frame) => ({ ...activity.w, segment: number, audio: [frame] }) as VadEvent),
    { ...activity.e, segment: number },
  ];
}

function tone(hz: number, sampleRate: number, count: number, from = 0): AudioFrame {
  const samples = Int16Array.from({ length: count }, (_, n) => wave(hz, (from + n) / sampleRate));
  return { samples, sampleRate };
}

/** The frames of a tone that goes on from one to the next. */
function tones(hz: number, sampleRate: number, sizes: readonly number[]): readonly AudioFrame[] {
  return sizes.map((size, at) =>
    tone(
      hz,
      sampleRate,
      size,
      sizes.slice(0, at).reduce((sum, n) => sum + n, 0),
    ),
  );
}

function wave(hz: number, seconds: number): number {
  return Math.round(12_000 * Math.sin(2 * Math.PI * hz * seconds));
}

function fed({ inputs }: Harness, number = 0): readonly AudioFrame[] {
  return inputs.flatMap((input) => (input.kind === 'audio' && input.segment === number ? [input.frame] : []));
}

function samplesOf(frames: readonly AudioFrame[]): Int16Array {
  return concatSamples(frames.map(({ samples }) => samples));
}

describe('the audio of a segment', () => {
  it('comes before the flush that it makes due', () => {
    const test = createHarness({ interims: false, noiseWithoutInterimsMs: 100 });
    test.speak(activity.s, { ...voicedWindow(100), audio: tones(440, 16_000, [512]) } as VadEvent);
    expect(test.inputs.slice(-2).map(({ kind }) => kind)).toEqual(['audio', 'flush']);
  });

  it('that has the rate of the recogniser passes untouched', () => {
    const test = createHarness();
    const frames = tones(440, 16_000, [512, 512, 512]);
    test.speak(...segment(frames));
    expect(fed(test)).toEqual(frames);
    fed(test).forEach((frame, at) => expect(frame).toBe(frames[at]));
  });

  it.each([
    [48_000, 16_000, [1536, 1536, 1000]],
    [8000, 16_000, [256, 256, 256]],
    [44_100, 16_000, [1411, 1412, 1411, 7]],
    [16_000, 24_000, [512, 1]],
    [48_000, 8000, [1]],
  ])('from %i to %i Hz is exact in its count of samples, frames of %j', (input, sampleRate, sizes) => {
    const test = createHarness({ sampleRate });
    test.speak(...segment(tones(440, input, sizes)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(samplesOf(fed(test))).toHaveLength(Math.ceil((total * sampleRate) / input));
    expect(fed(test).every((frame) => frame.sampleRate === sampleRate && frame.samples.length > 0)).toBe(true);
  });

  it.each([
    [48_000, 16_000],
    [8000, 16_000],
    [16_000, 24_000],
  ])('from %i to %i Hz keeps a 440 Hz tone where it is, over all its frames', (input, sampleRate) => {
    const test = createHarness({ sampleRate });
    test.speak(...segment(tones(440, input, [800, 500, 1600, 700])));
    const out = samplesOf(fed(test)).subarray(EDGE, -EDGE);
    const furthest = Math.max(...out.map((sample, n) => Math.abs(sample - wave(440, (n + EDGE) / sampleRate))));
    expect(furthest).toBeLessThan(40);
  });

  it('is sent completely before its end', () => {
    const test = createHarness({ sampleRate: 8000 });
    test.speak(...segment(tones(440, 48_000, [480, 480])));
    expect(test.inputs[0]).toEqual({ kind: 'start', segment: 0 });
    expect(test.inputs.at(-1)).toEqual({ kind: 'end', segment: 0 });
    expect(test.inputs.slice(1, -1).every(({ kind }) => kind === 'audio')).toBe(true);
  });

  it('is a stretch of its own: nothing of the one before is in it', () => {
    const [alone, second] = [createHarness({ sampleRate: 8000 }), createHarness({ sampleRate: 8000 })];
    const frames = tones(440, 48_000, [1536, 1536]);
    alone.speak(...segment(frames));
    second.speak(...segment([tone(300, 48_000, 1000)]), ...segment(frames, 1));
    expect(samplesOf(fed(second, 1))).toEqual(samplesOf(fed(alone)));
  });

  it('that changes its rate is whole all the same', () => {
    const test = createHarness();
    test.speak(...segment([tone(440, 48_000, 481), tone(440, 8000, 81), tone(440, 16_000, 160)]));
    expect(samplesOf(fed(test))).toHaveLength(161 + 162 + 160);
  });

  it('ends once it is truncated; the segment goes on', () => {
    const test = createHarness();
    test.speak(activity.s, { kind: 'truncated', segment: 0, atMs: 60_000 }, activity.w, activity.e);
    expect(test.inputs.map(({ kind }) => kind)).toEqual(['start', 'end']);
  });
});
