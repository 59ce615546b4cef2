import { map, of } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import { pace, type PaceOptions } from '../../../operators/pace.ts';
import type { PlayoutCommand } from '../../../src/core/playout.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { flags } from '../../support/letters.ts';

export function marbles(score: Parameters<TestScheduler['run']>[0]): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(score);
}

export const started = (utterance = 'u'): SpeechEvent => ({ kind: 'started', turn: 0, utterance });
export const ended = (utterance = 'u'): SpeechEvent => ({ kind: 'ended', utterance, reason: 'complete' });
/** At 1,000 Hz a sample is a millisecond. */
export const audio = (ms: number, utterance = 'u', sampleRate = 1000): SpeechEvent => {
  return { kind: 'audio', utterance, frame: { samples: new Int16Array((ms * sampleRate) / 1000), sampleRate } };
};

/** Speech of `u`: `s` started · `a` 20 ms of audio · `f` a frame of 5 ms · `e` ended; upper case: of `v`. */
export const SPEECH: Record<string, SpeechEvent> = {
  s: started(),
  a: audio(20),
  f: audio(5),
  e: ended(),
  S: started('v'),
  F: audio(5, 'v'),
  E: ended('v'),
};
/** Frames and lead of 5 ms. */
export const SHORT = { leadMs: 5, frameMs: 5 };

/** `u start`, `u 5` for a frame of 5 samples, `u end 20`, `u clear`. */
export function brief(command: PlayoutCommand): string {
  if (command.kind === 'audio') return `${command.utterance} ${command.frame.samples.length}`;
  return `${command.utterance} ${command.kind}${command.kind === 'end' ? ` ${command.samples}` : ''}`;
}

interface Score {
  readonly speech: string | readonly SpeechEvent[];
  readonly held?: string;
  readonly paused?: string;
  readonly clear?: string;
}

/** Plays a score of marbles; returns what leaves, a line for each instant in ms. */
export function play(
  { speech, held = '', paused = '', clear = '' }: Score,
  options: PaceOptions = SHORT,
): readonly string[] {
  const seen = new Map<number, string[]>();
  const clock = new TestScheduler(() => {});
  clock.run(({ hot, flush }) => {
    const inputs = { held: hot(held, flags), paused: hot(paused, flags), clear: hot(clear) };
    const events = typeof speech === 'string' ? hot(speech, SPEECH) : of(...speech);
    events
      .pipe(pace({ ...inputs, ...options, scheduler: options.scheduler ?? clock }), map(brief))
      .subscribe((command) => seen.set(clock.now(), [...(seen.get(clock.now()) ?? []), command]));
    flush();
  });
  return [...seen].map(([ms, commands]) => `${ms}: ${commands.join(', ')}`);
}
