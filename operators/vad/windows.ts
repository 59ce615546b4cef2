import { durationMs, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import { createCopier } from '../../src/core/copier.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';
import { createSampleQueue, type SampleQueue } from '../../src/core/sampleQueue.ts';

/** The format of a model's windows, and whether the model may keep them. */
export type WindowFormat = Pick<VadModel, 'sampleRate' | 'windowSamples' | 'keepsWindows'>;

/** Receiver of the windows. */
export interface WindowSink {
  /**
   * Takes a window.
   *
   * @param samples At the model's rate. Their memory is not written again if the model may keep windows; otherwise it
   * is reused
   * @param audio At the input's rate. The next window reuses its memory
   * @param atMs End of the window in audio time
   */
  addWindow(samples: Int16Array, audio: AudioFrame, atMs: number): void;
}

/** Cuts frames into windows. Resamples audio once if its rate differs from the model's. */
export class WindowCutter {
  readonly #format: WindowFormat;
  readonly #sink: WindowSink;
  #passedMs = 0;
  #stretch: Stretch | undefined;

  constructor(format: WindowFormat, sink: WindowSink) {
    this.#format = format;
    this.#sink = sink;
  }

  push(frame: AudioFrame): void {
    const startMs = this.#passedMs;
    this.#passedMs += durationMs(frame);
    if (this.#stretch?.sampleRate !== frame.sampleRate) {
      this.flush();
      this.#stretch = createStretch(this.#format, this.#sink, frame.sampleRate, startMs);
    }
    this.#stretch.push(frame.samples);
  }

  /** Drops the audio of a frame, but counts its time. */
  skip(frame: AudioFrame): void {
    this.#passedMs += durationMs(frame);
  }

  /** Ends a stretch of continuous audio: cuts the windows that the resampler held back and drops an incomplete one. */
  flush(): void {
    this.#stretch?.flush();
    this.#stretch = undefined;
  }
}

/** A stretch of continuous audio of one rate. */
interface Stretch {
  readonly sampleRate: number;
  push(samples: Int16Array): void;
  flush(): void;
}

function createStretch(format: WindowFormat, sink: WindowSink, sampleRate: number, startMs: number): Stretch {
  return sampleRate === format.sampleRate
    ? new SameRateStretch(format, sink, startMs)
    : new ResampledStretch(format, sink, sampleRate, startMs);
}

/** Fills the same window repeatedly. The window doubles as its audio. */
class SameRateStretch implements Stretch {
  readonly sampleRate: number;
  readonly #sink: WindowSink;
  readonly #startMs: number;
  /** The window, followed by room for the rest of a piece that does not fit. */
  readonly #memory: Int16Array;
  readonly #window: AudioFrame;
  readonly #windowSamples: number;
  readonly #copy: ((window: Int16Array) => Int16Array) | undefined;
  #filled = 0;
  #cut = 0;

  constructor({ sampleRate, windowSamples, keepsWindows = true }: WindowFormat, sink: WindowSink, startMs: number) {
    this.sampleRate = sampleRate;
    this.#sink = sink;
    this.#startMs = startMs;
    this.#memory = new Int16Array(2 * windowSamples);
    this.#window = { samples: this.#memory.subarray(0, windowSamples), sampleRate };
    this.#windowSamples = windowSamples;
    this.#copy = keepsWindows ? createCopier() : undefined;
  }

  push(samples: Int16Array): void {
    const length = this.#windowSamples;
    if (samples.length <= length) this.#add(samples);
    else for (let at = 0; at < samples.length; at += length) this.#add(samples.subarray(at, at + length));
  }

  flush(): void {}

  /** Adds a piece of at most one window. */
  #add(piece: Int16Array): void {
    this.#memory.set(piece, this.#filled);
    this.#filled += piece.length;
    if (this.#filled < this.#windowSamples) return;
    this.#emit();
    this.#memory.copyWithin(0, this.#windowSamples, this.#filled);
    this.#filled -= this.#windowSamples;
  }

  #emit(): void {
    this.#cut += 1;
    const { samples } = this.#window;
    const atMs = this.#startMs + msOfSamples(this.#cut * this.#windowSamples, this.sampleRate);
    this.#sink.addWindow(this.#copy === undefined ? samples : this.#copy(samples), this.#window, atMs);
  }
}

/** Cuts window k from the samples `floor(k·w)` to `floor((k+1)·w)`; w is the length of a window at the input's rate. */
class ResampledStretch implements Stretch {
  readonly sampleRate: number;
  readonly #format: WindowFormat;
  readonly #sink: WindowSink;
  readonly #startMs: number;
  readonly #resampler: Resampler;
  readonly #input: SampleQueue = createSampleQueue();
  readonly #resampled: SampleQueue = createSampleQueue();
  #cut = 0;

  constructor(format: WindowFormat, sink: WindowSink, sampleRate: number, startMs: number) {
    this.sampleRate = sampleRate;
    this.#format = format;
    this.#sink = sink;
    this.#startMs = startMs;
    this.#resampler = createResampler(sampleRate, format.sampleRate);
  }

  push(samples: Int16Array): void {
    this.#input.push(samples);
    this.#addResampled(this.#resampler.push(samples));
  }

  flush(): void {
    this.#addResampled(this.#resampler.flush());
  }

  #addResampled(added: Int16Array): void {
    const { windowSamples } = this.#format;
    this.#resampled.push(added);
    while (this.#resampled.length >= windowSamples && this.#input.length >= this.#span()) this.#emit();
  }

  #emit(): void {
    const { windowSamples, sampleRate, keepsWindows = true } = this.#format;
    const samples = keepsWindows ? this.#resampled.takeCopy(windowSamples) : this.#resampled.take(windowSamples);
    const audio = { samples: this.#input.take(this.#span()), sampleRate: this.sampleRate };
    this.#cut += 1;
    this.#sink.addWindow(samples, audio, this.#startMs + msOfSamples(this.#cut * windowSamples, sampleRate));
  }

  /** Returns the length of the next window at the input's rate. */
  #span(): number {
    return this.#boundary(this.#cut + 1) - this.#boundary(this.#cut);
  }

  #boundary(k: number): number {
    return Math.floor((k * this.#format.windowSamples * this.sampleRate) / this.#format.sampleRate);
  }
}
