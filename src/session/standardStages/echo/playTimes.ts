import { msOfSamples } from '../../../core/audio.ts';

/** Samples that play without a gap from `fromSamples` on. */
interface Stretch {
  readonly fromSamples: number;
  readonly atMs: number;
}

/** The times at which the samples of one utterance were played. All times are scheduler time. */
export class PlayTimes {
  readonly #sampleRate: number;
  readonly #stretches: Stretch[] = [];
  #sent = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Notes that the first sample was played at `atMs`. */
  start(atMs: number): void {
    if (this.#stretches.length === 0) this.#stretches.push({ fromSamples: 0, atMs });
  }

  /** Notes that `samples` were sent in total. New ones play at once if all earlier ones have been played. */
  send(samples: number, nowMs: number): void {
    if (this.#stretches.length > 0 && this.endOf(this.#sent) < nowMs)
      this.#stretches.push({ fromSamples: this.#sent, atMs: nowMs });
    this.#sent = samples;
  }

  /** Notes that the client has played `samples` by now. */
  report(samples: number, nowMs: number): void {
    this.#stretches.push({ fromSamples: samples, atMs: nowMs });
  }

  /** Notes that no more than `samples` are played. */
  stop(samples: number): void {
    this.#sent = samples;
  }

  /** Returns the time at which the first `samples` had been played; `Infinity` if they were not. */
  endOf(samples: number): number {
    const { length } = this.#stretches;
    let at = length - 1;
    while (at > 0 && (this.#stretches[at] as Stretch).fromSamples >= samples) at--;
    const stretch = this.#stretches[at];
    if (stretch === undefined || samples > this.#sent) return Number.POSITIVE_INFINITY;
    return stretch.atMs + msOfSamples(samples - stretch.fromSamples, this.#sampleRate);
  }
}
