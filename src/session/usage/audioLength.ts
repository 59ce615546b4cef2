import { msOfSamples, type AudioFrame } from '../../core/audio.ts';

/** A length of audio, exact as long as its rate does not change. */
export class AudioLength {
  #samples = 0;
  #sampleRate = 16_000;
  /** The length of earlier audio at other rates. */
  #otherMs = 0;

  add({ samples, sampleRate }: AudioFrame): void {
    if (sampleRate !== this.#sampleRate) {
      this.#otherMs += msOfSamples(this.#samples, this.#sampleRate);
      this.#sampleRate = sampleRate;
      this.#samples = 0;
    }
    this.#samples += samples.length;
  }

  /** Returns the length in whole ms. */
  ms(): number {
    return Math.round(this.#otherMs + msOfSamples(this.#samples, this.#sampleRate));
  }
}
