/** 16-bit mono PCM. Its length is its duration: audio time needs no clock. */
export interface AudioFrame {
  /** May be a view of a longer buffer. */
  readonly samples: Int16Array;
  /** Samples per second, in Hz. */
  readonly sampleRate: number;
}

/** How long `samples` last at `sampleRate`, in ms. */
export function msOfSamples(samples: number, sampleRate: number): number {
  return (samples * 1000) / sampleRate;
}

/** How many whole samples fit into `ms` at `sampleRate`. */
export function samplesOfMs(ms: number, sampleRate: number): number {
  return Math.floor((ms * sampleRate) / 1000);
}

/** How long a frame lasts, in ms. */
export function durationMs({ samples, sampleRate }: AudioFrame): number {
  return msOfSamples(samples.length, sampleRate);
}

/** One array with the samples of all `parts`, in order. */
export function concatSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
