import * as fc from 'fast-check';
import { concat, from, map, NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad } from '../../../operators/vad.ts';
import type { VadModel } from '../../../src/core/ports.ts';
import { runs } from '../../properties/runs.ts';
import { amplitudeModel, windowFrame } from '../../support/vadModel.ts';
import { audioOf, collect, follow, kinds, listen, run, TWO_AND_TWO } from './score.ts';

describe('the audio of a segment', () => {
  /** Every sample holds its position, in two's complement. */
  const ramp = (length: number): Int16Array => Int16Array.from({ length }, (_, index) => index);
  const model = (sampleRate: 8000 | 16000, p: (window: number) => number): VadModel => ({
    ...amplitudeModel(sampleRate),
    score: (windows) => windows.pipe(map((_, window) => p(window))),
  });
  const allVoice = (): number => 1;

  test.each([
    [0, 0],
    [1, 16],
    [32, 512],
    [500, 8000],
    [10_000, 20 * 512],
  ])('begins %i ms before the first voiced window, as far as there was audio', (prefixPaddingMs, samples) => {
    const events = listen(`${'.'.repeat(20)}vv`, { prefixPaddingMs });
    expect(audioOf(events).length).toBe(samples + 2 * 512);
  });

  test('never comes twice: padding does not reach into the segment before', () => {
    const events = listen('. . v v . v v .', { minSpeechMs: 0, minSilenceMs: 0 });
    expect(kinds(events)).toBe('swqeswqe');
    expect(audioOf(events).length).toBe(8 * 512);
  });

  test('is the input without gap or repetition, whatever its rate and its frames', () => {
    const rates = fc.constantFrom(8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000);
    const sizes = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(rates, fc.constantFrom(8000 as const, 16_000 as const), sizes, (sampleRate, modelRate, lengths) => {
        const input = ramp(lengths.reduce((sum, length) => sum + length, 0));
        let at = 0;
        const frames = lengths.map((length) => ({ samples: input.slice(at, (at += length)), sampleRate }));
        const options = { model: model(modelRate, allVoice), minSpeechMs: 0 };
        const heard = audioOf(collect(from(frames).pipe(vad(options))));
        expect(heard.findIndex((sample, index) => sample !== input[index])).toBe(-1);
        expect(input.length - heard.length).toBeLessThan(sampleRate * 0.032 + 1);
      }),
      runs(25),
    );
  });

  test('is one stretch per segment, and none of it comes in two segments, whatever the settings', () => {
    const pattern = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 });
    const ms = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(
        pattern,
        ms,
        ms,
        ms,
        ms,
        (voiced, minSpeechMs, minSilenceMs, prefixPaddingMs, maxBufferedSpeechMs) => {
          const options = { minSpeechMs, minSilenceMs, prefixPaddingMs, maxBufferedSpeechMs };
          const events = run([{ samples: ramp(voiced.length * 512), sampleRate: 16_000 }], {
            model: model(16_000, (window) => (voiced[window] === true ? 1 : 0)),
            ...options,
          });
          const bySegment = [...new Set(events.map(({ segment }) => segment))].map((segment) =>
            audioOf(events.filter((event) => event.segment === segment)),
          );
          const stretches = bySegment.map((audio) => [audio[0] ?? 0, audio.at(-1) ?? 0, audio.length] as const);
          for (const [first, last, length] of stretches) expect(last - first).toBe(length - 1);
          stretches.slice(1).forEach(([first], index) => expect(first).toBeGreaterThan(stretches[index]?.[1] ?? -1));
        },
      ),
      runs(25),
    );
  });

  test('at a fractional rate is cut where the samples of the windows lie', () => {
    const events = run([{ samples: ramp(22_050), sampleRate: 22_050 }], {
      model: model(16_000, allVoice),
      minSpeechMs: 0,
    });
    const lengths = events.flatMap((event) =>
      'audio' in event ? event.audio.map(({ samples }) => samples.length) : [],
    );
    expect(lengths.slice(0, 5)).toEqual([705, 706, 705, 706, 706]);
    expect(events.slice(0, 3).map(({ atMs }) => atMs)).toEqual([32, 64, 96]);
  });

  test('stops when maxBufferedSpeech is reached, padding included; the segment goes on', () => {
    const windows = '.  .  v  v  v  v  .  .';
    expect(follow(windows, { ...TWO_AND_TWO, maxBufferedSpeechMs: 5 * 32 + 1 })).toBe('-  -  -  s  w  wt q  qe');
    expect(follow(windows, { ...TWO_AND_TWO, maxBufferedSpeechMs: 5 * 32 })).toBe('-  -  -  s  wt w  q  qe');
    expect(follow(windows, { ...TWO_AND_TWO, maxBufferedSpeechMs: 5 * 32 - 1 })).toBe('-  -  -  s  wt w  q  qe');
    const events = listen(windows, { ...TWO_AND_TWO, maxBufferedSpeechMs: 5 * 32 });
    expect(audioOf(events).length).toBe(5 * 512);
    expect(events.at(-1)).toMatchObject({ voicedMs: 4 * 32 });
  });

  test('after a truncated segment begins with padding as ever', () => {
    const events = listen('v v v . . v v', { ...TWO_AND_TWO, maxBufferedSpeechMs: 64, prefixPaddingMs: 64 });
    expect(kinds(events)).toBe('stwqqest');
    expect(audioOf(events.filter(({ segment }) => segment === 1)).length).toBe(4 * 512);
  });

  test('is the caller’s to keep: a frame that is reused changes nothing', () => {
    const frame = windowFrame(0.9);
    const frames = concat(
      from([90, 95]).pipe(map((value) => ({ ...frame, samples: frame.samples.fill(value) }))),
      NEVER,
    );
    const events = collect(frames.pipe(vad({ model: amplitudeModel() })));
    expect([...new Set(audioOf(events))]).toEqual([90, 95]);
  });

  test('goes on in one segment when the input changes its rate', () => {
    const frames = [16_000, 16_000, 8000, 8000].map((sampleRate) => windowFrame(0.9, sampleRate));
    const events = collect(from(frames).pipe(vad({ model: amplitudeModel() })));
    expect(kinds(events)).toBe('swwx');
    expect(events.at(-1)).toMatchObject({ atMs: 128 });
  });
});
