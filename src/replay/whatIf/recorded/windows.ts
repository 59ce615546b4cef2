import type { AudioFrame } from '../../../core/audio.ts';
import type { VadModel } from '../../../core/ports.ts';
import type { Line } from '../../../record/format.ts';
import type { Timed } from '../fromTimes.ts';
import { allIn } from '../../lines.ts';

/** The scored VAD windows. Each is a frame whose samples hold the window's number, at the time of its score. */
export interface Windows {
  readonly format: Pick<VadModel, 'sampleRate' | 'windowSamples'>;
  readonly scores: readonly number[];
  /** The time of each score, in ms. */
  readonly times: readonly number[];
  readonly frames: readonly (Timed & { readonly frame: AudioFrame })[];
}

/** Finds the window that the samples come from, at or after `from`. */
export function findWindow(samples: Int16Array, from: number): number {
  const mark = (samples[0] ?? 0) & MASK;
  return from + ((mark - from) & MASK);
}

/** Creates frames that match the model's windows, so that a session scores the recording's windows. */
export function windowsOf(lines: readonly Line[]): Windows {
  const { windowSamples, sampleRate } = FORMAT;
  const scored = allIn(lines, 'vad');
  return {
    format: FORMAT,
    scores: scored.map(({ v }) => v),
    times: scored.map(({ t }) => t),
    frames: scored.map(({ t }, n) => ({
      atMs: t,
      frame: { samples: new Int16Array(windowSamples).fill(n), sampleRate },
    })),
  };
}

/**
 * Windows have the same duration at both of the model's rates, and no one listens to these, so the smaller format will
 * do.
 */
const FORMAT = { sampleRate: 8000, windowSamples: 256 } as const;

/** Samples have 16 bits, so window numbers are unique within 35 minutes. */
const MASK = 0xff_ff;
