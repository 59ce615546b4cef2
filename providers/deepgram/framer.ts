import { concatSamples } from '../../src/core/audio.ts';

/** Cuts audio into frames of one length. */
export interface Framer {
  /** The frames that are full now. */
  push(samples: Int16Array): readonly Int16Array[];
  /** What no frame holds yet, as a shorter one; none where there is nothing. */
  flush(): readonly Int16Array[];
}

/** @param length of a frame, in samples; without it, what comes is passed on as it is */
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
