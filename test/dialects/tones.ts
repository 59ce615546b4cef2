/** What is quieter is noise of the encoding, or silence. */
const LOUD = 1000;

/** Returns the frequency of a tone in Hz, by its rises through zero; undefined for less than 100 ms of sound. */
export function frequencyOf(samples: readonly number[], sampleRate: number): number | undefined {
  let [first, last, rises] = [-1, -1, 0];
  let isBelow = false;
  for (const [at, sample] of samples.entries()) {
    if (sample < -LOUD) isBelow = true;
    if (!isBelow || sample < LOUD) continue;
    isBelow = false;
    if (first < 0) first = at;
    else rises += 1;
    last = at;
  }
  return last - first < sampleRate / 10 ? undefined : Math.round((rises * sampleRate) / (last - first));
}

/** Collects sound, without the silence around it, and measures each stretch of it. */
export class ToneMeter {
  #sound: number[] = [];
  #silentFor = 0;
  readonly #rate: number;
  readonly frequencies: number[] = [];

  constructor(sampleRate: number) {
    this.#rate = sampleRate;
  }

  take(samples: Int16Array): void {
    if (samples.some((sample) => Math.abs(sample) > LOUD)) {
      this.#silentFor = 0;
      for (const sample of samples) this.#sound.push(sample);
      return;
    }
    this.#silentFor += samples.length;
    if (this.#silentFor * 10 >= this.#rate) this.end();
  }

  /** Measures what has come since the last silence. */
  end(): void {
    const frequency = frequencyOf(this.#sound, this.#rate);
    if (frequency !== undefined) this.frequencies.push(frequency);
    this.#sound = [];
  }
}
