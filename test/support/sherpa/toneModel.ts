import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatSamples } from '../../../src/core/audio.ts';
import { describeFloats, describeIntegers, encodeModel, floats, integers, node } from './onnx.ts';

/** The words of the model, each of which is a tone. */
export const TONE_WORDS: readonly string[] = ['one', 'two', 'three', 'four', 'five'];
const TONES = [300, 700, 1300, 2300, 4500];

const RATE = 16_000;
const TONE_MS = 320;
const GAP_MS = 240;

/** Speaks words of the model as tones of 16 kHz, with silence behind each. */
export function speakTones(words: readonly string[]): Int16Array {
  return concatSamples(words.map((word) => createTone(TONES[TONE_WORDS.indexOf(word)] ?? 0)));
}

/** Start of a word of `speakTones`, in ms. */
export function startOfTone(index: number): number {
  return index * (TONE_MS + GAP_MS);
}

function createTone(frequency: number): Int16Array {
  const samples = new Int16Array(((TONE_MS + GAP_MS) * RATE) / 1000);
  for (let n = 0; n < (TONE_MS * RATE) / 1000; n++)
    samples[n] = Math.round(10_000 * Math.sin((2 * Math.PI * frequency * n) / RATE));
  return samples;
}

const MELS = 80;
const WINDOW = 64;
const SUBSAMPLING = 8;
const COLUMNS = TONE_WORDS.length + 1;
/** Half the number of mel bands that a word listens to. */
const REACH = 3;
/** How much louder than the others these bands must be, in the logarithm of the energy. */
const THRESHOLD = 1.5;

/**
 * Writes a streaming CTC model of NeMo's form that recognises tones: the score of a word is the energy of its mel bands
 * above the mean of all.
 */
export async function writeToneModel(folder: string): Promise<void> {
  await writeFile(join(folder, 'model.onnx'), encodeToneModel());
  const tokens = [...TONE_WORDS.map((word) => `▁${word}`), '<blk>'].map((token, id) => `${token} ${id}\n`);
  await writeFile(join(folder, 'tokens.txt'), tokens.join(''));
}

function encodeToneModel(): Uint8Array {
  const cache = (name: string) => describeFloats(name, ['B', 1, 1, 1]);
  return encodeModel(
    {
      input: [
        describeFloats('audio_signal', ['B', MELS, WINDOW]),
        describeIntegers('length', ['B']),
        cache('cache_last_channel'),
        cache('cache_last_time'),
        describeIntegers('cache_last_channel_len', ['B']),
      ],
      output: [
        describeFloats('logprobs', ['B', WINDOW / SUBSAMPLING, COLUMNS]),
        describeIntegers('encoded_lengths', ['B']),
        cache('next_channel'),
        cache('next_time'),
        describeIntegers('next_channel_len', ['B']),
      ],
      initializer: [
        integers('shape', [0, MELS, WINDOW / SUBSAMPLING, SUBSAMPLING]),
        floats('weights', [MELS, COLUMNS], createWeights()),
        floats('bias', [COLUMNS], [...TONE_WORDS.map(() => 0), THRESHOLD]),
      ],
      node: [
        node('Reshape', ['audio_signal', 'shape'], 'blocks'),
        node('ReduceMean', ['blocks'], 'means', { axes: [3], keepdims: 0 }),
        node('Transpose', ['means'], 'frames', { perm: [0, 2, 1] }),
        node('MatMul', ['frames', 'weights'], 'scores'),
        node('Add', ['scores', 'bias'], 'biased'),
        node('LogSoftmax', ['biased'], 'logprobs', { axis: 2 }),
        node('Identity', ['length'], 'encoded_lengths'),
        node('Identity', ['cache_last_channel'], 'next_channel'),
        node('Identity', ['cache_last_time'], 'next_time'),
        node('Identity', ['cache_last_channel_len'], 'next_channel_len'),
      ],
    },
    {
      window_size: WINDOW,
      chunk_shift: WINDOW,
      subsampling_factor: SUBSAMPLING,
      vocab_size: TONE_WORDS.length,
      ...Object.fromEntries(
        [1, 2, 3].flatMap((dim) => [
          [`cache_last_channel_dim${dim}`, 1],
          [`cache_last_time_dim${dim}`, 1],
        ]),
      ),
    },
  );
}

function createWeights(): Float32Array {
  const weights = new Float32Array(MELS * COLUMNS);
  const [inside, outside] = [1 / (2 * REACH + 1), -1 / (MELS - 2 * REACH - 1)];
  for (let word = 0; word < TONE_WORDS.length; word++)
    for (let band = 0; band < MELS; band++)
      weights[band * COLUMNS + word] = Math.abs(band - (14 * word + 10)) <= REACH ? inside : outside;
  return weights;
}
