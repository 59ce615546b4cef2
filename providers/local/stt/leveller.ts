/**
 * Creates a function that scales the 16-bit samples of one utterance to floats at the loudness of the models' training
 * data, by the peak so far, and adds quiet noise.
 *
 * The models were not trained on digital silence. Without the noise, the engine recognises nothing after padding or the
 * pauses of synthetic speech. The noise is deterministic, so that the same audio gives the same words.
 */
export function createLeveller(): (samples: Int16Array) => Float32Array {
  let peak = 0;
  let seed = 1;
  const noise = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 31 - 1) * NOISE_FLOOR;
  };
  return (samples) => {
    peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), peak);
    const gain = Math.min(MAX_GAIN, TARGET_PEAK / peak);
    return Float32Array.from(samples, (sample) => sample * gain + noise());
  };
}

/** Amplitude of the loudest sample. */
const TARGET_PEAK = 0.5;

/** Maximum gain, 26 dB, from 16-bit samples; more would only amplify noise. */
const MAX_GAIN = 20 / 32_768;

/** Amplitude of the loudest noise. */
const NOISE_FLOOR = 0.012;
