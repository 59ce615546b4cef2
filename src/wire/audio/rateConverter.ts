import { createResampler, type Resampler } from '../../core/resampler.ts';

/** Samples of one channel. */
export interface RatedSamples {
  readonly samples: Int16Array;
  /** Sample rate in Hz. Absent: the requested rate. */
  readonly sampleRate?: number | undefined;
}

/** Converts a stream of samples to one rate. */
export interface RateConverter {
  push(piece: RatedSamples): Int16Array;
  /** Returns the remaining samples at the end of a stream. */
  end(): Int16Array;
}

/**
 * Creates a converter to `toRate` Hz. @throws AntiphonError `usage_invalid` for a rate below 1000 or above 192000 Hz
 */
export function createRateConverter(toRate: number): RateConverter {
  let resampler: Resampler | null = null;
  let fromRate = toRate;
  return {
    push: ({ samples, sampleRate = toRate }) => {
      if (sampleRate !== fromRate) {
        fromRate = sampleRate;
        resampler = sampleRate === toRate ? null : createResampler(sampleRate, toRate);
      }
      return resampler === null ? samples : resampler.push(samples);
    },
    end: () => resampler?.flush() ?? new Int16Array(),
  };
}
