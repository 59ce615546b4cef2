/**
 * Turns 16-bit samples into what the engine takes, -1 to 1, over a floor of quiet noise. The models have never heard
 * digital silence: without a floor, padding and the pauses of synthetic voices keep them from hearing anything. The noise
 * is the same each time, so that the same audio gives the same words.
 */
export function withFloor(): (samples: Int16Array) => Float32Array {
  let seed = 1;
  const noise = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 31 - 1) * FLOOR;
  };
  return (samples) => Float32Array.from(samples, (sample) => sample / 32_768 + noise());
}

/** Highest amplitude of the floor. */
const FLOOR = 0.012;
