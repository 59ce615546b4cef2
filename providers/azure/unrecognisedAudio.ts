import { concatSamples, msOfSamples, samplesOfMs } from '../../src/core/audio.ts';

/** The audio of a turn since its last phrase, for resending if the service ends the turn early. */
export interface UnrecognisedAudio {
  push(samples: Int16Array): void;
  /** Drops the audio up to `ms` of the turn, which is recognised. */
  dropUntil(ms: number): void;
  remaining(): Int16Array;
  /** Start of the remaining audio in the turn, in ms. */
  readonly fromMs: number;
}

/** The longest segment of speech. */
const MAX_MS = 60_000;

export function createUnrecognisedAudio(sampleRate: number): UnrecognisedAudio {
  const maxSamples = samplesOfMs(MAX_MS, sampleRate);
  let kept: Int16Array[] = [];
  let dropped = 0;
  let length = 0;
  const drop = (samples: number): void => {
    const count = Math.min(Math.max(samples, 0), length);
    if (count === 0) return;
    kept = [concatSamples(kept).slice(count)];
    dropped += count;
    length -= count;
  };
  return {
    push: (samples) => {
      kept.push(samples);
      length += samples.length;
      // Drop in large steps, so that a long turn is not copied with each frame.
      if (length > 2 * maxSamples) drop(length - maxSamples);
    },
    dropUntil: (ms) => drop(samplesOfMs(ms, sampleRate) - dropped),
    remaining: () => concatSamples(kept),
    get fromMs() {
      return msOfSamples(dropped, sampleRate);
    },
  };
}
