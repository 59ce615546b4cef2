import { msOfSamples, samplesOfMs } from '../core/audio.ts';

/** The latest stretch of an utterance that plays without a gap. */
export interface Stretch {
  readonly utterance: string;
  /** Play time of its first sample. */
  readonly startsMs: number;
  /** Number of the utterance's samples before the stretch. */
  readonly earlier: number;
  /** Number of samples in the stretch. */
  readonly samples: number;
  readonly sampleRate: number;
  /** Play time of its end. */
  readonly endMs: number;
}

type MutableStretch = { -readonly [Key in keyof Stretch]: Stretch[Key] };

/**
 * The pacing clock: the sent audio in stretches, as a client without delay plays it. Computes ends from the start of a
 * stretch, not from frame to frame, so that they cannot drift. Stretches change in place.
 */
export class PlayHead {
  readonly #stretches: MutableStretch[] = [];

  /**
   * Adds sent samples of `utterance`. They play after the others, or from now on if nothing is playing. Returns the
   * play time of their end.
   */
  append(utterance: string, samples: number, sampleRate: number, atMs: number): number {
    const stretches = this.#stretches;
    const last = stretches[stretches.length - 1];
    if (last?.utterance === utterance && atMs < last.endMs) {
      last.samples += samples;
      last.endMs = endOf(last.startsMs, last.samples, last.sampleRate);
      return last.endMs;
    }
    const startsMs = Math.max(atMs, last?.endMs ?? atMs);
    const endMs = endOf(startsMs, samples, sampleRate);
    const earlier = this.#removeStretch(utterance);
    stretches.push({ utterance, startsMs, earlier, samples, sampleRate, endMs });
    return endMs;
  }

  /** Removes an utterance that the client has dropped. Later ones move up. */
  remove(utterance: string, atMs: number): void {
    let endMs = Number.NEGATIVE_INFINITY;
    this.#keep((stretch) => {
      if (stretch.utterance === utterance) return false;
      stretch.startsMs = Math.min(stretch.startsMs, Math.max(atMs, endMs));
      stretch.endMs = endOf(stretch.startsMs, stretch.samples, stretch.sampleRate);
      endMs = stretch.endMs;
      return true;
    });
  }

  /** Removes the stretches that have been played to their end. */
  removePlayed(atMs: number): void {
    const stretches = this.#stretches;
    while (stretches[0] !== undefined && atMs >= stretches[0].endMs) stretches.shift();
  }

  /** Returns the first stretch that has not been played to its end. */
  firstUnplayed(atMs: number): Stretch | undefined {
    for (const stretch of this.#stretches) if (atMs < stretch.endMs) return stretch;
    return undefined;
  }

  /**
   * Returns the play time at which all audio, or that of one utterance, has been played. Returns `-Infinity` without
   * audio.
   */
  end(utterance?: string): number {
    const stretches = this.#stretches;
    for (let at = stretches.length - 1; at >= 0; at--) {
      const stretch = stretches[at] as Stretch;
      if (utterance === undefined || stretch.utterance === utterance) return stretch.endMs;
    }
    return Number.NEGATIVE_INFINITY;
  }

  /** Counts the samples of `utterance` that have been played at `atMs`. */
  played(utterance: string, atMs: number): number {
    const stretch = this.#stretches.find((candidate) => candidate.utterance === utterance);
    if (stretch === undefined) return 0;
    const { startsMs, earlier, samples, sampleRate } = stretch;
    return earlier + Math.min(samples, samplesOfMs(Math.max(0, atMs - startsMs), sampleRate));
  }

  /** Removes the stretch of an utterance and returns the number of the utterance's samples so far. */
  #removeStretch(utterance: string): number {
    const stretches = this.#stretches;
    for (let at = 0; at < stretches.length; at++) {
      const { utterance: own, earlier, samples } = stretches[at] as Stretch;
      if (own !== utterance) continue;
      stretches.splice(at, 1);
      return earlier + samples;
    }
    return 0;
  }

  #keep(isKept: (stretch: MutableStretch) => boolean): void {
    const stretches = this.#stretches;
    let kept = 0;
    for (const stretch of stretches) if (isKept(stretch)) stretches[kept++] = stretch;
    stretches.length = kept;
  }
}

function endOf(startsMs: number, samples: number, sampleRate: number): number {
  return startsMs + msOfSamples(samples, sampleRate);
}
