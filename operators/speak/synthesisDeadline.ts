import { durationMs } from '../../src/core/audio.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';

export interface SynthesisLimits {
  /** Time limit for the first audio after the first text. */
  readonly firstMs: number;
  /** Time limit for further audio after the end of playback of the audio so far. */
  readonly eachMs: number;
}

/**
 * The deadline for the next audio of an utterance. An utterance that is waiting for text has no deadline. An utterance
 * whose text is all marked but which does not complete has the same deadline; one that received no text is due at once.
 */
export class SynthesisDeadline {
  readonly #limits: SynthesisLimits;
  /** Length of the text so far, and of its marked part. */
  #chars = 0;
  #marked = 0;
  #hasAllText = false;
  /** End of playback of the audio so far; null before the first audio. */
  #playedAt: number | null = null;
  /** Start of the current wait. */
  #since = 0;

  constructor(limits: SynthesisLimits) {
    this.#limits = limits;
  }

  /** True if some of the text is unmarked. */
  get isIncomplete(): boolean {
    return this.#marked < this.#chars;
  }

  /** Adds an event and returns the deadline; undefined if there is none. */
  add(event: SpeechEvent, nowMs: number): number | undefined {
    if (event.kind === 'text') {
      this.#waitForText(nowMs);
      this.#chars += event.text.length;
    } else if (event.kind === 'audio') {
      this.#playedAt = Math.max(this.#playedAt ?? nowMs, nowMs) + durationMs(event.frame);
      this.#since = nowMs;
    } else if (event.kind === 'mark') {
      this.#marked = Math.max(this.#marked, event.chars);
    }
    return this.#dueAt();
  }

  /** Marks the end of the text and returns the deadline; undefined if there is none. */
  endText(nowMs: number): number | undefined {
    this.#waitForText(nowMs);
    this.#hasAllText = true;
    return this.#dueAt();
  }

  #waitForText(nowMs: number): void {
    if (this.#marked >= this.#chars) this.#since = nowMs;
  }

  #dueAt(): number | undefined {
    const { firstMs, eachMs } = this.#limits;
    if (this.#marked >= this.#chars && !this.#hasAllText) return undefined;
    if (this.#chars === 0) return this.#since;
    return this.#playedAt === null ? this.#since + firstMs : Math.max(this.#playedAt, this.#since) + eachMs;
  }
}
