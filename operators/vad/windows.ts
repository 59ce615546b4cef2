import { durationMs, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { createCopier } from '../../src/core/copier.ts';
import { createSampleQueue } from '../../src/core/sampleQueue.ts';

/** A window of the model, and its audio at the input's rate. */
export interface Window {
  readonly kind: 'window';
  /** At the model's rate. In memory that is not written again, if the model may keep it; else in memory that is used again. */
  readonly samples: Int16Array;
  /** At the input's rate, in memory that is used again for the next frame. */
  readonly audio: AudioFrame;
  /** End of the window in audio time. */
  readonly atMs: number;
}

/** The format of the windows of a model, and whether it may keep them. */
export type WindowFormat = Pick<VadModel, 'sampleRate' | 'windowSamples' | 'keepsWindows'>;

/** A converter of frames into windows, resampled once. */
export interface WindowCutter {
  push(frame: AudioFrame): readonly Window[];
  /** Skips the audio of a frame, but not its time. */
  skip(frame: AudioFrame): readonly [];
  /** Ends continuous audio and returns the windows that the resampler held back, without an incomplete one. */
  flush(): readonly Window[];
}

const NOTHING: readonly [] = [];

export function createWindowCutter(format: WindowFormat): WindowCutter {
  let passedMs = 0;
  let stretch: Stretch | undefined;
  const flush = (): readonly Window[] => {
    const tail = stretch?.flush() ?? NOTHING;
    stretch = undefined;
    return tail;
  };
  return {
    push(frame: AudioFrame): readonly Window[] {
      const startMs = passedMs;
      passedMs += durationMs(frame);
      if (stretch?.sampleRate === frame.sampleRate) return stretch.push(frame.samples);
      const tail = flush();
      stretch = createStretch(format, frame.sampleRate, startMs);
      return [...tail, ...stretch.push(frame.samples)];
    },
    skip(frame: AudioFrame): readonly [] {
      passedMs += durationMs(frame);
      return NOTHING;
    },
    flush,
  };
}

/** Continuous audio of one rate. */
interface Stretch {
  readonly sampleRate: number;
  push(samples: Int16Array): readonly Window[];
  flush(): readonly Window[];
}

function createStretch(format: WindowFormat, sampleRate: number, startMs: number): Stretch {
  return sampleRate === format.sampleRate
    ? createSameRateStretch(format, startMs)
    : createResampledStretch(format, sampleRate, startMs);
}

/** The audio of a window is the window. */
function createSameRateStretch(format: WindowFormat, startMs: number): Stretch {
  const { windowSamples, sampleRate, keepsWindows = true } = format;
  const input = createSampleQueue();
  const copy = createCopier();
  let cut = 0;
  return {
    sampleRate,
    push(samples: Int16Array): readonly Window[] {
      input.push(samples);
      if (input.length < windowSamples) return NOTHING;
      const windows: Window[] = [];
      while (input.length >= windowSamples) {
        cut += 1;
        const atMs = startMs + msOfSamples(cut * windowSamples, sampleRate);
        const taken = input.take(windowSamples);
        const kept = keepsWindows ? copy(taken) : taken;
        windows.push({ kind: 'window', samples: kept, audio: { samples: taken, sampleRate }, atMs });
      }
      return windows;
    },
    flush: () => NOTHING,
  };
}

/** Cuts window k from the samples `floor(k·w)` to `floor((k+1)·w)`; w is the length of a window at the input's rate. */
function createResampledStretch(format: WindowFormat, sampleRate: number, startMs: number): Stretch {
  const { windowSamples, keepsWindows = true } = format;
  const resampler = createResampler(sampleRate, format.sampleRate);
  const input = createSampleQueue();
  const resampled = createSampleQueue();
  const take = keepsWindows ? resampled.takeCopy : resampled.take;
  let cut = 0;
  const spanOf = (k: number): number => boundary(k + 1) - boundary(k);
  const boundary = (k: number): number => Math.floor((k * windowSamples * sampleRate) / format.sampleRate);
  const addResampled = (added: Int16Array): Window[] => {
    resampled.push(added);
    const windows: Window[] = [];
    for (; resampled.length >= windowSamples && input.length >= spanOf(cut); cut += 1)
      windows.push({
        kind: 'window',
        samples: take(windowSamples),
        audio: { samples: input.take(spanOf(cut)), sampleRate },
        atMs: startMs + msOfSamples((cut + 1) * windowSamples, format.sampleRate),
      });
    return windows;
  };
  return {
    sampleRate,
    push(samples: Int16Array): Window[] {
      input.push(samples);
      return addResampled(resampler.push(samples));
    },
    flush: () => addResampled(resampler.flush()),
  };
}
