import { TALK_MS } from '../../src/core/speech.ts';
import type { OpenSegment } from './openSegment.ts';

export interface WordlessLimits {
  /** Time for which sounds without a new word count as speech. */
  readonly noiseMs: number;
  /** Returns whether the recogniser may hold words back, so that the open segment's words are worth waiting for. */
  readonly mayFollow: () => boolean;
}

/** How long to wait for words that the recogniser may be holding back, while the voice continues. */
const HELD_BACK_MS = 8000;
/** Longest pause between two sounds that count together, even if the recogniser has answered in between. */
const GAP_MS = 1000;
/** How long speech still counts as speech after its audio limit is reached. */
const BEYOND_MS = 120_000;

/**
 * Decides when sounds without a new word become noise: after `noiseMs` of voice in one segment or, while an answer is
 * waiting, after `noiseMs` of elapsed time. Consecutive sounds count together from the start of the first. A sound is
 * consecutive if it begins before the previous segment is settled, or within a second of it. All times are playing
 * times of the audio.
 */
export class WordlessSounds {
  readonly #limits: WordlessLimits;
  readonly #open: ReadonlyMap<number, OpenSegment>;
  /** When the first of the sounds began; null if there is none. */
  #since: number | null = null;
  #isWaiting = false;
  #lastSoundAt = Number.NEGATIVE_INFINITY;
  /** True once the consecutive sounds have become noise; further ones are noise too. */
  #isNoise = false;

  constructor(open: ReadonlyMap<number, OpenSegment>, limits: WordlessLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /** Records that a segment starts with a sound that began at `at`. A segment closely following noise is noise. */
  start(segment: OpenSegment, at: number, now: number): void {
    const isClose = at - this.#lastSoundAt <= GAP_MS;
    if (!isClose && !this.#isAwaited()) this.#startAnew();
    this.addSound(segment, at, now);
    if (isClose && now - (this.#since ?? now) >= this.#limits.noiseMs) this.#isNoise = true;
  }

  /** Records a sound of a segment, from `at` to `now`. */
  addSound(segment: OpenSegment, at: number, now: number): void {
    segment.soundAt ??= at;
    this.#since ??= segment.soundAt;
    this.#lastSoundAt = now;
  }

  /**
   * Records that a segment ended `lateMs` ago because the process or the audio was late, so the recogniser has had that
   * much less time to answer.
   */
  delay(segment: OpenSegment, lateMs: number): void {
    if (segment.soundAt !== null) segment.soundAt += lateMs;
    if (this.#since !== null) this.#since += lateMs;
  }

  /** Records words of a segment. Only the sounds of later segments remain without a word. */
  addWords(segment: number): void {
    this.#startAnew();
    for (const [other, open] of this.#open) {
      if (other <= segment) open.soundAt = null;
      else if (open.soundAt !== null) this.#since = Math.min(this.#since ?? open.soundAt, open.soundAt);
    }
  }

  /** Returns whether a sound's words are still awaited. */
  #isAwaited(): boolean {
    for (const { soundAt } of this.#open.values()) if (soundAt !== null) return true;
    return false;
  }

  #startAnew(): void {
    this.#since = null;
    this.#isNoise = false;
  }

  /**
   * Records that a segment has reached its audio limit. If it had a new word shortly before, the user is still
   * speaking.
   */
  truncate(segment: OpenSegment, now: number): void {
    if (segment.wordAt !== null && now - segment.wordAt <= TALK_MS) segment.talksUntil = now + BEYOND_MS;
  }

  /** Records whether an answer is waiting for the user to fall silent. */
  setWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
  }

  /**
   * Marks and returns the segments that have become noise; null if none has. Speech past its audio limit becomes noise
   * repeatedly, because its voice interrupts.
   */
  takeNoise(now: number): readonly number[] | null {
    let noise: number[] | null = null;
    for (const [segment, open] of this.#open) {
      if (open.noise || !this.#becomesNoise(open, now)) continue;
      this.#isNoise = true;
      if (open.talksUntil === null) open.noise = true;
      else open.talksUntil = now + this.#limits.noiseMs;
      (noise ??= []).push(segment);
    }
    return noise;
  }

  /**
   * When the next segment whose words are awaited becomes noise; null if none will. An open segment becomes noise as
   * its audio arrives, which may be late.
   */
  get dueAt(): number | null {
    let earliest = Number.POSITIVE_INFINITY;
    for (const open of this.#open.values()) {
      if (!open.ended) return null;
      if (!open.noise) earliest = Math.min(earliest, this.#dueAt(open));
    }
    return Number.isFinite(earliest) ? earliest : null;
  }

  /** While no answer is waiting, only voiced time counts, because a recogniser may be slow. */
  #becomesNoise(open: OpenSegment, now: number): boolean {
    const isDue = now >= this.#dueAt(open);
    if (open.talksUntil !== null || this.#isHeldBack(open)) return isDue;
    return isDue || open.voicedMs - open.wordAtMs >= this.#limits.noiseMs;
  }

  #dueAt(open: OpenSegment): number {
    const { soundAt, talksUntil } = open;
    if (talksUntil !== null) return talksUntil;
    if (soundAt === null) return Number.POSITIVE_INFINITY;
    if (this.#isHeldBack(open)) return soundAt + HELD_BACK_MS;
    if (!this.#isWaiting && !this.#isNoise) return Number.POSITIVE_INFINITY;
    return (this.#since ?? soundAt) + this.#limits.noiseMs;
  }

  #isHeldBack({ soundAt, hasWords }: OpenSegment): boolean {
    return soundAt !== null && hasWords && this.#limits.mayFollow();
  }
}
