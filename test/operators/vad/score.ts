import { concat, EMPTY, from, map, NEVER, pipe, type Observable, type OperatorFunction } from 'rxjs';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { expect } from 'vitest';
import { vad, type VadOptions } from '../../../operators/vad.ts';
import { concatSamples, type AudioFrame } from '../../../src/core/audio.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { amplitudeModel, windowFrame } from '../../support/vadModel.ts';

/** A score has one letter per window of 32 ms: silent, voiced, or between the thresholds. */
const PROBABILITY: Readonly<Record<string, number>> = { '.': 0.1, v: 0.9, h: 0.4 };
/** The letters of `activity`, and `t` truncated · `x` ended by a stall. */
const ENDED = { silence: 'e', mute: 'm', stall: 'x', turn: 'o', commit: 'u', clear: 'v' } as const;

export const TWO_AND_TWO: Partial<VadOptions> = { minSpeechMs: 50, minSilenceMs: 50 };

export const FRAMES: Readonly<Record<string, AudioFrame>> = { v: windowFrame(0.9), '.': windowFrame(0.1) };

export function frameOf(letter: string): AudioFrame {
  return windowFrame(PROBABILITY[letter] ?? Number.NaN);
}

/** One frame of several windows. */
export function frameOfAll(letters: string): AudioFrame {
  return { samples: concatSamples(letters.split('').map((letter) => frameOf(letter).samples)), sampleRate: 16_000 };
}

export function marbles(score: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(score);
}

/** The operator with an amplitude model, its events as letters. */
export function detect(options: Partial<VadOptions> = {}): OperatorFunction<AudioFrame, string> {
  return pipe(vad({ model: amplitudeModel(), ...options }), map(letterOf));
}

export function collect<T>(values: Observable<T>): T[] {
  const collected: T[] = [];
  values.subscribe((value) => collected.push(value));
  return collected;
}

/** The events while the input goes on: what its end would bring is cut off. */
export function run(frames: readonly AudioFrame[], options: Partial<VadOptions>): VadEvent[] {
  return collect(concat(from(frames), NEVER).pipe(vad({ model: amplitudeModel(), ...options })));
}

/** `.` silent, `v` voiced, `h` between the thresholds; or probabilities. */
export function listen(windows: string | readonly number[], options: Partial<VadOptions>): VadEvent[] {
  const frames = typeof windows === 'string' ? letters(windows).map(frameOf) : windows.map((p) => windowFrame(p));
  return run(frames, options);
}

/** What each window caused, under it. */
export function follow(windows: string, options: Partial<VadOptions>): string {
  const events = listen(windows, options);
  const caused = letters(windows).map(
    (_, index) => kinds(events.filter(({ atMs }) => atMs === (index + 1) * 32)) || '-',
  );
  return caused
    .map((some) => some.padEnd(2))
    .join(' ')
    .trimEnd();
}

function letters(windows: string): string[] {
  return windows.replaceAll(' ', '').split('');
}

export function kinds(events: readonly VadEvent[]): string {
  return events.map(letterOf).join('');
}

export function letterOf(event: VadEvent): string {
  switch (event.kind) {
    case 'started':
      return 's';
    case 'window':
      return event.voiced ? 'w' : 'q';
    case 'truncated':
      return 't';
    case 'ended':
      return ENDED[event.by];
  }
}

export function audioOf(events: readonly VadEvent[]): Int16Array {
  return concatSamples(events.flatMap((event) => ('audio' in event ? event.audio.map(({ samples }) => samples) : [])));
}

export function failure(windows: string, options: Partial<VadOptions>): unknown {
  let failed: unknown;
  concat(from(letters(windows).map(frameOf)), 'model' in options ? EMPTY : NEVER)
    .pipe(vad({ model: amplitudeModel(), ...options }))
    .subscribe({ error: (error: unknown) => (failed = error) });
  return failed;
}
