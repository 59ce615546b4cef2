import { samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';

/** A window that occupies the first `length` samples of reused memory. */
interface KeptWindow {
  memory: Int16Array;
  length: number;
  sampleRate: number;
}

/** The audio with which the next segment will begin: the padding, followed by the current run of voiced windows. */
export class Padding {
  readonly #copy: (samples: Int16Array) => Int16Array;
  #paddingMs: number;
  readonly #windows: KeptWindow[] = [];
  /** Windows that are no longer needed. New windows reuse their memory. */
  readonly #spare: KeptWindow[] = [];
  #samples = 0;
  #runSamples = 0;

  /** @param copy Copies the audio returned by `take` */
  constructor(paddingMs: number, copy: (samples: Int16Array) => Int16Array) {
    this.#copy = copy;
    this.#paddingMs = paddingMs;
  }

  /**
   * Adds a copy of a window and drops the oldest ones that are no longer needed. A window without voice ends the run.
   */
  push({ samples, sampleRate }: AudioFrame, voiced: boolean): void {
    this.#runSamples = voiced ? this.#runSamples + samples.length : 0;
    this.#windows.push(this.#keep(samples, sampleRate));
    this.#samples += samples.length;
    const needed = this.#needed(sampleRate);
    while (this.#samples - this.#oldestSamples >= needed && this.#windows.length > 0) this.#drop();
  }

  /** Removes everything. Returns copies of the windows with the needed audio, the first cut to fit. */
  take(sampleRate: number): readonly AudioFrame[] {
    const taken: AudioFrame[] = [];
    let surplus = Math.max(0, this.#samples - this.#needed(sampleRate));
    for (const window of this.#windows) {
      const cut = Math.min(surplus, window.length);
      surplus -= cut;
      if (cut < window.length)
        taken.push({ samples: this.#copy(window.memory.subarray(cut, window.length)), sampleRate: window.sampleRate });
    }
    this.clear();
    this.endRun();
    return taken;
  }

  /** Ends the run of voiced windows. */
  endRun(): void {
    this.#runSamples = 0;
  }

  clear(): void {
    while (this.#windows.length > 0) this.#drop();
  }

  /** Changes the length of the padding from now on. */
  setLength(paddingMs: number): void {
    this.#paddingMs = paddingMs;
  }

  get #oldestSamples(): number {
    return this.#windows[0]?.length ?? 0;
  }

  #needed(sampleRate: number): number {
    return samplesOfMs(this.#paddingMs, sampleRate) + this.#runSamples;
  }

  #keep(samples: Int16Array, sampleRate: number): KeptWindow {
    const window = this.#spare.pop() ?? { memory: new Int16Array(samples.length), length: 0, sampleRate };
    if (window.memory.length < samples.length) window.memory = new Int16Array(samples.length);
    window.memory.set(samples);
    window.length = samples.length;
    window.sampleRate = sampleRate;
    return window;
  }

  #drop(): void {
    const oldest = this.#windows.shift();
    if (oldest === undefined) return;
    this.#samples -= oldest.length;
    this.#spare.push(oldest);
  }
}
