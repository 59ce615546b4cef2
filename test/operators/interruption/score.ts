import { BehaviorSubject, Subject } from 'rxjs';
import { interruption, type InterruptionOptions } from '../../../operators/interruption.ts';
import type { Interruption, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { activity } from '../../../src/testing/fixtures.ts';

const WINDOW_MS = 32;

type SpeechInput = VadEvent | Transcript;

/** An interruption, and the index of the event that caused it. */
interface Interrupted {
  readonly at: number;
  readonly by: Interruption;
}

/** A segment that begins at `fromMs`, one letter per window of 32 ms: `v` voiced, `.` quiet. */
export function windows(letters: string, segment = 0, fromMs = 0): readonly VadEvent[] {
  return letters.split('').map((letter, index) => ({
    kind: 'window',
    segment,
    atMs: fromMs + (index + 1) * WINDOW_MS,
    voiced: letter === 'v',
    voicedMs: letters.slice(0, index + 1).replaceAll('.', '').length * WINDOW_MS,
    lastVoicedMs: fromMs + (letters.lastIndexOf('v', index) + 1) * WINDOW_MS,
    audio: [],
  }));
}

export function ended(segment = 0): VadEvent {
  return segment === 0 ? activity.e : activity.E;
}

export const interim = (text: string, segment = 0): Transcript => ({ kind: 'interim', segment, text });
export const final = (text: string, segment = 0): Transcript => ({ kind: 'final', segment, text });

/** Returns the interruptions by events over an agent that is audible. */
export function over(
  events: readonly SpeechInput[],
  options: Partial<InterruptionOptions> = {},
): readonly Interrupted[] {
  return across([], events, options);
}

/** The same, for events `before` the agent is audible and `then`; indexes count from there. */
export function across(
  before: readonly SpeechInput[],
  then: readonly SpeechInput[],
  options: Partial<InterruptionOptions> = {},
): readonly Interrupted[] {
  const agentAudible = new BehaviorSubject(false);
  const [speech, transcript] = [new Subject<VadEvent>(), new Subject<Transcript>()];
  const interruptions: Interrupted[] = [];
  let at = 0 - before.length;
  const emit = (event: SpeechInput): void => {
    if ('text' in event) transcript.next(event);
    else speech.next(event);
    at += 1;
  };
  speech.pipe(interruption({ agentAudible, transcript, ...options })).subscribe((by) => interruptions.push({ at, by }));
  before.forEach(emit);
  agentAudible.next(true);
  then.forEach(emit);
  return interruptions;
}

/** Which windows interrupt: 1 is the first. */
export function interrupting(letters: string, options?: Partial<InterruptionOptions>): readonly number[] {
  return over(windows(letters), options).map(({ at }) => at + 1);
}
