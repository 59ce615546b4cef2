import { concatMap, map, NEVER, skip, tap, throwError } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { VadModel } from '../../../src/core/ports.ts';
import { amplitudeModel, windowFrame } from '../../support/vadModel.ts';
import { audioOf, failure, run } from './score.ts';

describe('a model', () => {
  test('that fails ends the stream with vad_failed', () => {
    const model: VadModel = { ...amplitudeModel(), score: () => throwError(() => new Error('no such file')) };
    expect(failure('v', { model })).toMatchObject({ code: 'vad_failed', message: 'no such file' });
  });

  test('that throws when it is called ends the stream with vad_failed', () => {
    const score = (): never => {
      throw new Error('no such file');
    };
    expect(failure('v', { model: { ...amplitudeModel(), score } })).toMatchObject({ code: 'vad_failed' });
  });

  test('that ends before its last score ends the stream with vad_failed', () => {
    const model: VadModel = {
      ...amplitudeModel(),
      score: (windows) =>
        windows.pipe(
          skip(1),
          map(() => 0),
        ),
    };
    expect(failure('vv', { model })).toMatchObject({ code: 'vad_failed' });
  });

  test('that gives more scores than windows ends the stream with vad_failed', () => {
    const model: VadModel = { ...amplitudeModel(), score: (windows) => windows.pipe(concatMap(() => [0, 0])) };
    expect(failure('v', { model })).toMatchObject({ code: 'vad_failed' });
  });

  test('may be behind by maxUnscoredMs, no more', () => {
    const model: VadModel = { ...amplitudeModel(), score: () => NEVER };
    const input = (windows: number): string => 'v'.repeat(windows);
    expect(failure(input(312), { model })).toBeUndefined();
    expect(failure(input(313), { model })).toMatchObject({ code: 'vad_overloaded' });
    expect(failure(input(3), { model, maxUnscoredMs: 96 })).toBeUndefined();
    expect(failure(input(4), { model, maxUnscoredMs: 96 })).toMatchObject({ code: 'vad_overloaded' });
  });

  test('of 8 kHz decides by the same durations', () => {
    const frames = [0.9, 0.9, ...Array.from({ length: 18 }, () => 0.1)].map((p) => windowFrame(p, 8000));
    const events = run(frames, { model: amplitudeModel(8000) });
    expect(events.at(-1)).toMatchObject({ kind: 'ended', atMs: 640, by: 'silence' });
    expect(audioOf(events).length).toBe(20 * 256);
  });

  test('gets windows it may keep: the audio of the events is another copy', () => {
    const model: VadModel = {
      ...amplitudeModel(),
      score: (windows) => windows.pipe(map((w) => w.fill(0).length && 1)),
    };
    expect([...new Set(audioOf(run([windowFrame(0.9), windowFrame(0.9)], { model })))]).toEqual([90]);
  });
});

test.each([
  ['at the rate of the model', 16_000],
  ['at another rate', 48_000],
])('a model that keeps no windows gets them in the same memory, %s', (_, sampleRate) => {
  const memories = (keepsWindows: boolean): number => {
    const seen = new Set<unknown>();
    const model = { ...amplitudeModel(), keepsWindows };
    const score: VadModel['score'] = (windows) => model.score(windows.pipe(tap(({ buffer }) => seen.add(buffer))));
    run(
      Array.from({ length: 40 }, () => windowFrame(0.9, sampleRate)),
      { model: { ...model, score } },
    );
    return seen.size;
  };
  expect(memories(false)).toBe(1);
  expect(memories(true)).toBeGreaterThan(1);
});
