import { concatSamples } from '../../core/audio.ts';

/** A splitter of audio into frames of equal length. */
export interface Framer {
  /** Returns the frames that are complete now. */
  push(samples: Int16Array): readonly Int16Array[];
  /** Returns the remaining samples, if any, as a shorter frame. */
  flush(): readonly Int16Array[];
}

/** Creates a framer. @param length of a frame, in samples; without it, audio passes unchanged */
export function createFramer(length?: number): Framer {
  if (length === undefined) return { push: (samples) => [samples], flush: () => [] };
  let kept: readonly Int16Array[] = [];
  const keptSamples = (): number => kept.reduce((sum, part) => sum + part.length, 0);
  return {
    push: (samples) => {
      kept = [...kept, samples];
      const count = Math.floor(keptSamples() / length);
      if (count === 0) return [];
      const all = concatSamples(kept);
      kept = [all.subarray(count * length)];
      return Array.from({ length: count }, (_, at) => all.subarray(at * length, (at + 1) * length));
    },
    flush: () => {
      const rest = concatSamples(kept);
      kept = [];
      return rest.length === 0 ? [] : [rest];
    },
  };
}
