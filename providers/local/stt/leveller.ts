/**
 * Brings 16-bit samples to the loudness that the models know, -1 to 1, over a floor of quiet noise: one utterance, part by
 * part, each as loud as its loudest sample so far allows.
 *
 * The models have never heard digital silence: without the floor, padding and the pauses of synthetic voices keep the
 * engine from hearing anything. The noise is the same each time, so that the same audio gives the same words.
 */
export function createLeveller(): (samples: Int16Array) => Float32Array {
  let peak = 0;
  let seed = 1;
  const noise = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 31 - 1) * NOISE_FLOOR;
  };
  return (samples) => {
    peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
    const gain = Math.min(MAX_GAIN, TARGET_PEAK / peak);
    return Float32Array.from(samples, (sample) => sample * gain + noise());
  };
}

/** Amplitude of the loudest sample. */
const TARGET_PEAK = 0.5;

/** From 16-bit samples; beyond 26 dB it is not speech that would be raised. */
const MAX_GAIN = 20 / 32_768;

/** Amplitude of the loudest noise. */
const NOISE_FLOOR = 0.012;
