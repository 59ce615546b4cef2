// Writes features.json: the features of the signals as @huggingface/transformers computes them, every eighth frame, in steps of 1e-4.
// The library is large and not needed otherwise: `npm install --no-save @huggingface/transformers@4.3.1`, then run this file.
import { writeFileSync } from 'node:fs';
import { WhisperFeatureExtractor } from '@huggingface/transformers';
import { SIGNALS } from './signals.mjs';

const LENGTH = 128_000;
const EVERY = 8;

const extractor = new WhisperFeatureExtractor({
  chunk_length: 8,
  feature_size: 80,
  hop_length: 160,
  n_fft: 400,
  n_samples: LENGTH,
  nb_max_frames: 800,
  sampling_rate: 16_000,
  padding_side: 'right',
  padding_value: 0,
});

const written = {};
for (const [name, samples] of Object.entries(SIGNALS)) {
  const { input_features } = await extractor(normalise(samples));
  const [, mels, frames] = input_features.dims;
  const kept = new Int16Array(mels * (frames / EVERY)).map((_, n) => {
    const [mel, frame] = [Math.floor(n / (frames / EVERY)), (n % (frames / EVERY)) * EVERY];
    return Math.round(input_features.data[mel * frames + frame] * 1e4);
  });
  written[name] = Buffer.from(kept.buffer).toString('base64');
}
writeFileSync(new URL('./features.json', import.meta.url), `${JSON.stringify(written, null, 2)}\n`);

/** `do_normalize`, which this library leaves out: silence in front, mean 0, variance 1. */
function normalise(samples) {
  const audio = new Float32Array(LENGTH);
  const last = samples.subarray(Math.max(0, samples.length - LENGTH));
  audio.set(
    Float32Array.from(last, (sample) => sample / 32_768),
    LENGTH - last.length,
  );
  const mean = audio.reduce((sum, value) => sum + value, 0) / LENGTH;
  const variance = audio.reduce((sum, value) => sum + (value - mean) ** 2, 0) / LENGTH;
  return audio.map((value) => (value - mean) / Math.sqrt(variance + 1e-7));
}
