import { durationMs } from '../../src/core/audio.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { sum } from '../../src/core/sum.ts';

/** A segment that is not settled. Unless a comment says otherwise, times are the times at which its audio plays. */
export class OpenSegment {
  /** Start of its audio, in audio time. */
  readonly startMs: number;
  /** The difference between the time of its events and audio time. */
  readonly #offsetMs: number;
  ended: boolean = false;
  failed: boolean = false;
  noise: boolean = false;
  interim: string = '';
  voicedMs: number;
  /** Voiced time at the last new word. */
  wordAtMs: number = 0;
  /** When the last new word came; null before the first. */
  wordAt: number | null = null;
  /** When the first sound after the last new word began; null if there is none. */
  soundAt: number | null = null;
  /** Until when it counts as speech because it was speech when its audio limit was reached; null if it was not. */
  talksUntil: number | null = null;
  flushesAnswered: number = 0;

  constructor({ atMs, voicedMs, audio }: Extract<VadEvent, { kind: 'started' }>, now: number) {
    this.#offsetMs = now - atMs;
    this.startMs = atMs - sum(audio.map(durationMs));
    this.voicedMs = voicedMs;
  }

  /** Returns when audio up to `atMs` was spoken. Audio may arrive late, and all at once. */
  timeOf(atMs: number, now: number): number {
    return Math.min(now, atMs + this.#offsetMs);
  }

  get hasWords(): boolean {
    return this.wordAt !== null;
  }

  /** Records new words, which cover its voice up to `atMs`. */
  addWords(interim: string, atMs: number, now: number): void {
    this.interim = interim;
    this.noise = false;
    this.wordAtMs = atMs;
    this.wordAt = now;
    this.soundAt = null;
  }
}

/** Finds the unanswered flush and the voiced time that it covers. Finds none if `flushAfterMs` is null. */
export function findPendingFlush(
  { voicedMs, flushesAnswered }: OpenSegment,
  flushAfterMs: number | null,
): { readonly atMs: number; readonly afterMs: number } | null {
  if (flushAfterMs === null || countFlushes(voicedMs, flushAfterMs) <= flushesAnswered) return null;
  return { atMs: (flushesAnswered + 1) * flushAfterMs, afterMs: flushAfterMs };
}

/** Counts the flushes of a segment with `voicedMs` of voiced time. */
export function countFlushes(voicedMs: number, flushAfterMs: number | null): number {
  return flushAfterMs === null || flushAfterMs <= 0 ? 0 : Math.floor(voicedMs / flushAfterMs);
}
