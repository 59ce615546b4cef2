import type { AudioFrame } from '../../src/core/audio.ts';
import { durationMs, msOfSamples } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { createFifo } from './fifo.ts';

/** One window of the model and the stretch of the input it was made from. */
export interface Window {
  readonly kind: 'window';
  /** At the model's rate. */
  readonly samples: Int16Array;
  /** At the input's rate. */
  readonly audio: AudioFrame;
  /** End of the window in audio time. */
  readonly atMs: number;
}

/** What a model wants its windows to be. */
export type WindowFormat = Pick<VadModel, 'sampleRate' | 'windowSamples'>;

/** Cuts frames into windows, resampled once. */
export interface Cutter {
  push(frame: AudioFrame): Window[];
  /** Lets the frame's time pass unheard. */
  skip(frame: AudioFrame): readonly [];
  /** Ends a stretch of audio: the windows that the resampler held back. An incomplete one is dropped. */
  flush(): Window[];
}

export function createCutter(format: WindowFormat): Cutter {
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

/** Window k of a stretch is made from its samples `floor(k·w)` to `floor((k+1)·w)`, w being what a window takes of the input. */
function createStretch(format: WindowFormat, sampleRate: number, startMs: number): Stretch {
  const resampler = createResampler(sampleRate, format.sampleRate);
  const heard = createFifo();
  // Memory of its own also where the rates are the same: what a model does to its windows is not heard.
  const resampled = createFifo();
  let cut = 0;
  const boundary = (k: number): number => Math.floor((k * format.windowSamples * sampleRate) / format.sampleRate);
  const next = (): Window | undefined => {
    const span = boundary(cut + 1) - boundary(cut);
    if (resampled.length < format.windowSamples || heard.length < span) return undefined;
    cut += 1;
    return {
      kind: 'window',
      samples: resampled.take(format.windowSamples),
      audio: { samples: heard.take(span), sampleRate },
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
      heard.push(samples);
      resampled.push(resampler.push(samples));
      return cutAll();
    },
    flush(): Window[] {
      resampled.push(resampler.flush());
      return cutAll();
    },
  };
}
