const LEVELS_PER_SECOND = 30;

/**
 * Creates a meter of played blocks. It returns the level (RMS, 0 to 1) about 30 times a second of device time, and null
 * in between.
 */
export function createLevelMeter(deviceRate: number): (block: Float32Array) => number | null {
  let energy = 0;
  let count = 0;
  return (block) => {
    energy += block.reduce((sum, value) => sum + value * value, 0);
    count += block.length;
    if (count < deviceRate / LEVELS_PER_SECOND) return null;
    const level = Math.sqrt(energy / count);
    energy = 0;
    count = 0;
    return level;
  };
}
