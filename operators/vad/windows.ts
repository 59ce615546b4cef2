import { durationMs, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { createFifo } from './fifo.ts';

/** One window of the model and the input that it was made from. */
export interface Window {
  readonly kind: 'window';
  /** At the model's rate. */
  readonly samples: Int16Array;
  /** At the input's rate. */
  readonly audio: AudioFrame;
  /** End of the window in audio time. */
  readonly atMs: number;
}

/** The windows that a model takes. */
export type WindowFormat = Pick<VadModel, 'sampleRate' | 'windowSamples'>;

/** Cuts frames into windows, resampled once. */
export interface WindowCutter {
  push(frame: AudioFrame): Window[];
  /** Skips the frame; its time passes. */
  skip(frame: AudioFrame): readonly [];
  /** Ends continuous audio and returns the windows that the resampler held back. Drops an incomplete one. */
  flush(): Window[];
}

export function createWindowCutter(format: WindowFormat): WindowCutter {
  let passedMs = 0;
  let stretch: Stretch | undefined;
  const flush = (): Window[] => {
    const tail = stretch?.flush() ?? [];
    stretch = undefined;
    return tail;
  };
  return {
    push(frame: AudioFrame): Window[] {
      const startMs = passedMs;
      passedMs += durationMs(frame);
      if (stretch?.sampleRate === frame.sampleRate) return stretch.push(frame.samples);
      const tail = flush();
      stretch = createStretch(format, frame.sampleRate, startMs);
      return [...tail, ...stretch.push(frame.samples)];
    },
    skip(frame: AudioFrame): readonly [] {
      passedMs += durationMs(frame);
      return [];
    },
    flush,
  };
}

/** Audio of one rate without a gap. */
interface Stretch {
  readonly sampleRate: number;
  push(samples: Int16Array): Window[];
  flush(): Window[];
}

/** Cuts window k from the samples `floor(k·w)` to `floor((k+1)·w)`; w is the length of a window at the input's rate. */
function createStretch(format: WindowFormat, sampleRate: number, startMs: number): Stretch {
  const resampler = createResampler(sampleRate, format.sampleRate);
  const input = createFifo();
  // Own memory even at the same rate, so that a model that changes its windows does not change the audio.
  const resampled = createFifo();
  let cut = 0;
  const boundary = (k: number): number => Math.floor((k * format.windowSamples * sampleRate) / format.sampleRate);
  const next = (): Window | undefined => {
    const span = boundary(cut + 1) - boundary(cut);
    if (resampled.length < format.windowSamples || input.length < span) return undefined;
    cut += 1;
    return {
      kind: 'window',
      samples: resampled.take(format.windowSamples),
      audio: { samples: input.take(span), sampleRate },
      atMs: startMs + msOfSamples(cut * format.windowSamples, format.sampleRate),
    };
  };
  const cutAll = (): Window[] => {
    const windows: Window[] = [];
    for (let window = next(); window !== undefined; window = next()) windows.push(window);
    return windows;
  };
  return {
    sampleRate,
    push(samples: Int16Array): Window[] {
      input.push(samples);
      resampled.push(resampler.push(samples));
      return cutAll();
    },
    flush(): Window[] {
      resampled.push(resampler.flush());
      return cutAll();
    },
  };
}
