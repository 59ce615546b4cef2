/** A piece of audio: 16-bit mono PCM, of any length. */
export interface AudioFrame {
  /** The samples; may be a view of a longer buffer. */
  readonly samples: Int16Array;
  /** Samples per second, in Hz. */
  readonly sampleRate: number;
}

/** Returns the duration of `samples` at `sampleRate`, in ms. */
export function msOfSamples(samples: number, sampleRate: number): number {
  return (samples * 1000) / sampleRate;
}

/** Returns the number of whole samples in `ms` at `sampleRate`. */
export function samplesOfMs(ms: number, sampleRate: number): number {
  return Math.floor((ms * sampleRate) / 1000);
}

/** Returns the duration of a frame, in ms. */
export function durationMs({ samples, sampleRate }: AudioFrame): number {
  return msOfSamples(samples.length, sampleRate);
}

/** Splits samples into views of `length` samples; the last may be shorter. */
export function splitSamples(samples: Int16Array, length: number): readonly Int16Array[] {
  const count = Math.ceil(samples.length / length);
  return Array.from({ length: count }, (_, at) => samples.subarray(at * length, (at + 1) * length));
}

/** Joins the samples of all `parts`, in order, into a new array. */
export function concatSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
