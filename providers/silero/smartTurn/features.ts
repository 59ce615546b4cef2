import { createFft } from './fft.ts';
import { createMelFilters, type MelFilter } from './melFilters.ts';

const RATE = 16_000;
/** Number of samples in the model's input: 8 s. */
const LENGTH = 8 * RATE;
const FFT_LENGTH = 400;
const HOP = 160;
const BINS = FFT_LENGTH / 2 + 1;

/** Rows of the features: filters of the mel scale. */
export const MELS = 80;
/** Columns of the features: 10 ms each. */
export const FRAMES: number = LENGTH / HOP;

/** Computes the features of a model from mono PCM at 16 kHz, row by row. */
export type FeatureExtractor = (samples: Int16Array) => Float32Array<ArrayBuffer>;

/**
 * Creates an extractor of Whisper's features for the last 8 s: log-mel spectra of the audio, scaled to mean 0 and
 * variance 1. Shorter audio is padded with silence at the front. The features equal those of Transformers'
 * WhisperFeatureExtractor with `chunk_length` 8 and `do_normalize`.
 */
export function createFeatureExtractor(): FeatureExtractor {
  const fft = createFft(FFT_LENGTH);
  const filters = createMelFilters({ filters: MELS, bins: BINS, sampleRate: RATE });
  const window = Float64Array.from(
    { length: FFT_LENGTH },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FFT_LENGTH),
  );
  const [re, im] = [new Float64Array(FFT_LENGTH), new Float64Array(FFT_LENGTH)];
  const [first, second] = [new Float64Array(BINS), new Float64Array(BINS)];

  const cut = (audio: Float64Array, frame: number, to: Float64Array): void => {
    const from = frame * HOP - FFT_LENGTH / 2;
    for (let n = 0; n < FFT_LENGTH; n += 1) to[n] = (window[n] as number) * (audio[reflect(from + n)] as number);
  };
  /** Computes the power spectra of two frames at once, one as the real and one as the imaginary part of the signal. */
  const transform = (audio: Float64Array, frame: number): void => {
    cut(audio, frame, re);
    cut(audio, frame + 1, im);
    fft(re, im);
    for (let bin = 0; bin < BINS; bin += 1) {
      const mirrored = (FFT_LENGTH - bin) % FFT_LENGTH;
      const [a, b] = [re[bin] as number, im[bin] as number];
      const [c, d] = [re[mirrored] as number, im[mirrored] as number];
      first[bin] = ((a + c) ** 2 + (b - d) ** 2) / 4;
      second[bin] = ((b + d) ** 2 + (c - a) ** 2) / 4;
    }
  };
  return (samples) => {
    const audio = normalise(samples);
    const features = new Float32Array(MELS * FRAMES);
    for (let frame = 0; frame < FRAMES; frame += 2) {
      transform(audio, frame);
      for (let mel = 0; mel < MELS; mel += 1) {
        const filter = filters[mel] as MelFilter;
        features[mel * FRAMES + frame] = logPower(first, filter);
        features[mel * FRAMES + frame + 1] = logPower(second, filter);
      }
    }
    return compress(features);
  };
}

function logPower(power: Float64Array, { from, weights }: MelFilter): number {
  let sum = 0;
  for (let n = 0; n < weights.length; n += 1) sum += (weights[n] as number) * (power[from + n] as number);
  return Math.log10(Math.max(sum, LEAST));
}

/** The minimum power of a filter. */
const LEAST = 1e-10;
/** Added to the variance, which is zero for silence. */
const EPSILON = 1e-7;

/** Pads audio to 8 s with silence at the front and scales it to mean 0 and variance 1. */
function normalise(samples: Int16Array): Float64Array {
  const audio = new Float64Array(LENGTH);
  const last = samples.subarray(Math.max(0, samples.length - LENGTH));
  const offset = LENGTH - last.length;
  for (let n = 0; n < last.length; n += 1) audio[offset + n] = (last[n] as number) / 32_768;
  const mean = audio.reduce((sum, value) => sum + value, 0) / LENGTH;
  const variance = audio.reduce((sum, value) => sum + (value - mean) ** 2, 0) / LENGTH;
  const scale = 1 / Math.sqrt(variance + EPSILON);
  return audio.map((value) => (value - mean) * scale);
}

/** Mirrors an index at the ends of the audio. */
function reflect(index: number): number {
  if (index < 0) return -index;
  return index < LENGTH ? index : 2 * (LENGTH - 1) - index;
}

/** Raises all values to at least 8 below the largest, then scales them. */
function compress(features: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const least = features.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) - 8;
  return features.map((value) => (Math.max(value, least) + 4) / 4);
}
