// Places in linear memory. The weights come first, in the order of the file that scripts/kernel.mjs writes.

/** 129 at 16 kHz, 65 at 8 kHz. All other sizes follow. */
export let bins: i32 = 0;
/** Samples of a frame of the transform. */
export let frameSamples: i32 = 0;
/** Samples between two frames: half a frame. The context and the padding are half of it, a window is four of it. */
export let hop: i32 = 0;

export let tables: usize = 0;
export let weights0: usize = 0;
export let bias0: usize = 0;
export let weights1: usize = 0;
export let bias1: usize = 0;
export let weights2: usize = 0;
export let bias2: usize = 0;
export let weights3: usize = 0;
export let bias3: usize = 0;
export let lstmInputWeights: usize = 0;
export let lstmHiddenWeights: usize = 0;
export let lstmBias: usize = 0;
export let outputWeights: usize = 0;
export let outputBias: usize = 0;

// Working memory of one window.
/** i16 [4 hops] */
export let window: usize = 0;
/** f32: context, window, padding */
export let samples: usize = 0;
/** [hop complex values][real, imaginary][4 frames] */
export let transformed: usize = 0;
/** [bins + 3][4 frames], of which the last 3 bins are zero */
export let spectrum: usize = 0;
/** [6][bins + 3] */
export let factors: usize = 0;
/** [6][128] */
export let products: usize = 0;
/** [4 frames][128] */
export let encoded0: usize = 0;
/** [2 frames][64] */
export let encoded1: usize = 0;
/** [64] */
export let encoded2: usize = 0;
/** [128] */
export let encoded3: usize = 0;
/** u16 [388]: where the inputs of a layer are that are not zero */
export let list: usize = 0;
/** [128 / 4 blocks][4 gates][4 units] */
export let gates: usize = 0;
/** `gates` before a step of the recurrent layer, for digital silence */
export let gatesOfSilence: usize = 0;
/** [4], of which the first value counts */
export let probability: usize = 0;

let end: usize = 0;

/** Reserves memory for floats, aligned to 16 bytes. */
export function reserve(floats: i32): usize {
  const at = end;
  end = (end + ((<usize>floats) << 2) + 15) & ~15;
  const missing = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (missing > 0) memory.grow(missing);
  return at;
}

/** Lays the memory out for a sample rate. */
export function layOut(sampleRate: i32): void {
  bins = sampleRate === 16000 ? 129 : 65;
  hop = bins - 1;
  frameSamples = hop << 1;
  end = (__heap_base + 15) & ~15;
  // Window, inner and outer twiddles, order (a quarter of a float each).
  tables = reserve(frameSamples + hop + ((hop + 1) << 1) + (hop >> 2));
  weights0 = reserve((bins + 1) * 5 * 128);
  bias0 = reserve(128);
  weights1 = reserve(128 * 3 * 64);
  bias1 = reserve(64);
  weights2 = reserve(128 * 64);
  bias2 = reserve(64);
  weights3 = reserve(64 * 128);
  bias3 = reserve(128);
  lstmInputWeights = reserve(128 * 512);
  lstmHiddenWeights = reserve(128 * 512);
  lstmBias = reserve(512);
  outputWeights = reserve(128);
  outputBias = reserve(1);
  window = reserve(hop << 1);
  samples = reserve(hop * 5);
  transformed = reserve(hop << 3);
  spectrum = reserve((bins + 3) << 2);
  factors = reserve((bins + 3) * 6);
  products = reserve(6 * 128);
  encoded0 = reserve(4 * 128);
  encoded1 = reserve(2 * 64);
  encoded2 = reserve(64);
  encoded3 = reserve(128);
  list = reserve(194);
  gates = reserve(512);
  gatesOfSilence = reserve(512);
  probability = reserve(4);
}
