// Silero VAD v6 for one sample rate. All streams share the weights and the working memory; each has a state of 1280 bytes.
import { convolution0 } from './convolution0';
import { convolution1 } from './convolution1';
import { decode } from './decoder';
import { readWindow } from './input';
import { recur } from './lstm';
import * as at from './memory';
import { addSparseProducts, rectify } from './product';
import { stft } from './stft';
import { CELL, HIDDEN } from './streams';

export { closeStream, openStream } from './streams';
// The output of each layer for the last window, for the tests of the layers.
export { encoded0, encoded1, encoded2, encoded3, spectrum } from './memory';

/** Prepares for a sample rate, 16000 or 8000 Hz, and returns the place to which its weights are to be written. */
export function prepare(sampleRate: i32): usize {
  hasSilence = false;
  at.layOut(sampleRate);
  return at.tables;
}

/** The checksum of `length` bytes, a multiple of 8: each word changes it in its own way. */
export function checksum(place: usize, length: i32): u64 {
  let sum: u64 = 0;
  for (const end = place + length; place < end; place += 8) sum = rotl<u64>(sum ^ load<u64>(place), 27) * 0x9e3779b1;
  return sum;
}

/** The place to which a window of 16-bit samples is to be written. */
export function windowPlace(): usize {
  return at.window;
}

/** Scores the window in its place: the probability of speech, 0 to 1. */
export function score(stream: usize): f32 {
  const isSilent = readWindow(stream, at.window, at.samples, at.hop);
  if (isSilent && hasSilence) memory.copy(at.gates, at.gatesOfSilence, 2048);
  else encode();
  if (isSilent && !hasSilence) keepSilence();
  const hidden = stream + HIDDEN;
  recur(at.lstmHiddenWeights, at.gates, hidden, stream + CELL);
  return decode(hidden, at.outputWeights, at.outputBias, at.probability);
}

function encode(): void {
  stft(at.samples, at.hop, at.tables, at.transformed, at.spectrum);
  convolution0(at.spectrum, at.bins, at.factors, at.weights0, at.products, at.bias0, at.encoded0);
  convolution1(at.encoded0, at.list, at.weights1, at.bias1, at.encoded1);
  // Of the last two convolutions each makes one frame: one (stride 2) by two taps of two frames, one by the middle tap.
  addSparseProducts(at.encoded1, 128, at.list, at.weights2, 128, at.bias2, at.encoded2, 64);
  rectify(at.encoded2, 64);
  addSparseProducts(at.encoded2, 64, at.list, at.weights3, 64, at.bias3, at.encoded3, 128);
  rectify(at.encoded3, 128);
  addSparseProducts(at.encoded3, 128, at.list, at.lstmInputWeights, 128, at.lstmBias, at.gates, 512);
}

/** What `encode` makes of digital silence, as of a muted microphone, is the same in every stream: it is made once. */
let hasSilence: bool = false;

function keepSilence(): void {
  memory.copy(at.gatesOfSilence, at.gates, 2048);
  hasSilence = true;
}
