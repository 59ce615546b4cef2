import { multiplyAdd, relu, zero } from './math';
import { listNonZero } from './nonZero';

// Products of a matrix and a vector, 16 outputs at a time and two inputs at a time. With eight weights, four sums and two inputs
// all values of a step are in the 16 registers of x64: V8 loads all that a step needs before it multiplies.

/** Inputs whose products are summed before they are added to the rest: one sum of all products would be less exact. */
const PART: i32 = 32;

/**
 * Adds the products of a matrix and a vector to `start`.
 *
 * - `input` [inputs, an even number]
 * - `weights` [outputs / 16 blocks][inputs][16]
 * - `start`, `output` [outputs], which may be the same
 */
export function addProducts(
  input: usize,
  inputs: i32,
  weights: usize,
  start: usize,
  output: usize,
  outputs: i32,
): void {
  const inputEnd = input + ((<usize>inputs) << 2);
  for (const outputEnd = output + ((<usize>outputs) << 2); output < outputEnd; output += 64) {
    let sumA = v128.load(start),
      sumB = v128.load(start, 16),
      sumC = v128.load(start, 32),
      sumD = v128.load(start, 48);
    for (let at = input; at < inputEnd; ) {
      let a = zero(),
        b = zero(),
        c = zero(),
        d = zero();
      for (const end = min(at + PART * 4, inputEnd); at < end; at += 8) {
        const x = v128.load32_splat(at),
          y = v128.load32_splat(at, 4);
        a = f32x4.add(a, addBoth(v128.load(weights), x, v128.load(weights, 64), y));
        b = f32x4.add(b, addBoth(v128.load(weights, 16), x, v128.load(weights, 80), y));
        c = f32x4.add(c, addBoth(v128.load(weights, 32), x, v128.load(weights, 96), y));
        d = f32x4.add(d, addBoth(v128.load(weights, 48), x, v128.load(weights, 112), y));
        weights += 128;
      }
      sumA = f32x4.add(sumA, a);
      sumB = f32x4.add(sumB, b);
      sumC = f32x4.add(sumC, c);
      sumD = f32x4.add(sumD, d);
    }
    v128.store(output, sumA);
    v128.store(output, sumB, 16);
    v128.store(output, sumC, 32);
    v128.store(output, sumD, 48);
    start += 64;
  }
}

/**
 * Does as `addProducts` for a vector with many zeros, whose products it leaves out.
 *
 * - `list` u16 [inputs + 4], working memory
 * - `blockInputs`: inputs of a block of the weights, of which the product may take some in a row
 */
export function addSparseProducts(
  input: usize,
  inputs: i32,
  list: usize,
  weights: usize,
  blockInputs: i32,
  start: usize,
  output: usize,
  outputs: i32,
): void {
  const listEnd = listNonZero(input, inputs, list);
  for (const outputEnd = output + ((<usize>outputs) << 2); output < outputEnd; output += 64) {
    let sumA = v128.load(start),
      sumB = v128.load(start, 16),
      sumC = v128.load(start, 32),
      sumD = v128.load(start, 48);
    for (let at = list; at < listEnd; ) {
      let a = zero(),
        b = zero(),
        c = zero(),
        d = zero();
      for (const end = min(at + PART * 2, listEnd); at < end; at += 4) {
        const both = load<u32>(at);
        const first = <usize>(both & 0xffff),
          second = <usize>(both >>> 16);
        const x = v128.load32_splat(input + first),
          y = v128.load32_splat(input + second);
        const ofX = weights + (first << 4),
          ofY = weights + (second << 4);
        a = f32x4.add(a, addBoth(v128.load(ofX), x, v128.load(ofY), y));
        b = f32x4.add(b, addBoth(v128.load(ofX, 16), x, v128.load(ofY, 16), y));
        c = f32x4.add(c, addBoth(v128.load(ofX, 32), x, v128.load(ofY, 32), y));
        d = f32x4.add(d, addBoth(v128.load(ofX, 48), x, v128.load(ofY, 48), y));
      }
      sumA = f32x4.add(sumA, a);
      sumB = f32x4.add(sumB, b);
      sumC = f32x4.add(sumC, c);
      sumD = f32x4.add(sumD, d);
    }
    v128.store(output, sumA);
    v128.store(output, sumB, 16);
    v128.store(output, sumC, 32);
    v128.store(output, sumD, 48);
    weights += (<usize>blockInputs) << 6;
    start += 64;
  }
}

/** Takes the ReLU of `count` values in place. */
export function rectify(values: usize, count: i32): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += 16)
    v128.store(values, relu(v128.load(values)));
}

function addBoth(v: v128, x: v128, w: v128, y: v128): v128 {
  return multiplyAdd(f32x4.mul(v, x), w, y);
}
