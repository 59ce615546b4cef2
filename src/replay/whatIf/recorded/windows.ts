import type { AudioFrame } from '../../../core/audio.ts';
import type { VadModel } from '../../../core/ports.ts';
import type { Line } from '../../../record/format.ts';
import type { Timed } from '../fromTimes.ts';
import { valueIn } from '../../lines.ts';

/** The windows that the VAD model scored, each as a frame that says which one it is, at the time when its score came. */
export interface Windows {
  readonly format: Pick<VadModel, 'sampleRate' | 'windowSamples'>;
  readonly scores: readonly number[];
  /** When each score came, in ms. */
  readonly times: readonly number[];
  readonly frames: readonly (Timed & { readonly frame: AudioFrame })[];
}

/** Which window a piece of this audio comes from, at or after `from`. */
export function findWindow(samples: Int16Array, from: number): number {
  const mark = (samples[0] ?? 0) & MASK;
  return from + ((mark - from) & MASK);
}

/** Frames cut at the model's windows: a session over them scores the very windows of the recording, in whatever pieces. */
export function windowsOf(lines: readonly Line[]): Windows {
  const { windowSamples, sampleRate } = FORMAT;
  const scored = lines.flatMap((line) => {
    const p = valueIn(line, 'vad');
    return p === undefined ? [] : [{ atMs: line.t, p }];
  });
  return {
    format: FORMAT,
    scores: scored.map(({ p }) => p),
    times: scored.map(({ atMs }) => atMs),
    frames: scored.map(({ atMs }, n) => ({
      atMs,
      frame: { samples: new Int16Array(windowSamples).fill(n), sampleRate },
    })),
  };
}

/** Windows are as long at either rate of the model, and nobody listens to these: the smaller ones do. */
const FORMAT = { sampleRate: 8000, windowSamples: 256 } as const;

/** Samples have 16 bits: what is marked with them is unique within 35 minutes. */
const MASK = 0xff_ff;
