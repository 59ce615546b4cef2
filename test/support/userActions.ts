import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import type { SoundInterval } from '../../src/testing/audio.ts';
import type { TestSession, UserAction } from './testSession.ts';

/**
 * Speech, a segment of its own where more than 576 ms are quiet before it. On a grid of 32 ms it starts 64 ms in, and
 * ends 576 ms after its last sample; 50 ms later it is settled.
 */
export function says(atMs: number, text: string | SttUtterance, forMs = 640): UserAction {
  return { kind: 'says', voice: { atMs, forMs }, text };
}

/** A noise that the VAD takes for speech and in which the recogniser finds no words. */
export function coughs(atMs: number, forMs = 640): UserAction {
  return says(atMs, '', forMs);
}

/** More sound in the segment before. */
export function continues(atMs: number, forMs: number): UserAction {
  return { kind: 'sounds', voice: { atMs, forMs } };
}

export function types(atMs: number, text: string): UserAction {
  return does(atMs, ({ io }) => io.user.text.next(text));
}

export function does(atMs: number, act: (session: TestSession) => void): UserAction {
  return { kind: 'acts', atMs, act };
}

/** Acts behind everything else that is due in that instant. */
export function doesLast(atMs: number, act: (session: TestSession) => void): UserAction {
  return does(atMs - 1, (session) => void session.clock.schedule(() => act(session), 1));
}

/** 20 voiced windows; the last voiced sample is at 960 ms, the segment ends at 1536, its final comes at 1586. */
export const question: SoundInterval = { atMs: 320, forMs: 640 };

/** Committed at 1586 ms; a reply without delays is audible from then on. */
export const TELL_ME: UserAction = says(320, 'tell me');
export const COMMITTED = 1586;

/** 107 characters: audible for 6420 ms. */
export const LONG =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';
