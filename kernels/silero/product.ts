import { multiplyAdd, relu, zero } from './math';
import { listNonZero } from './nonZero';

/** Bytes of a list of inputs whose products are summed before they are added to the rest: one sum would be less exact. */
const PART: usize = 32 * 2;

/**
 * Product of a matrix and a vector, plus a bias, with ReLU, in blocks of 32 outputs. The third and the fourth convolution are
 * such products, as each makes one frame: the third (stride 2) by two taps of two frames, the fourth by the middle tap.
 *
 * - `input` [inputs]
 * - `list` u16 [inputs], working memory
 * - `weights` [outputs / 32 blocks][inputs][32]
 * - `bias` [outputs]
 * - `output` [outputs]
 */
export function product(
  input: usize,
  inputs: i32,
  list: usize,
  weights: usize,
  bias: usize,
  output: usize,
  outputs: i32,
): void {
  const listEnd = listNonZero(input, 1, inputs, list);
  for (let block = 0; block < outputs; block += 32) {
    let sumA = v128.load(bias),
      sumB = v128.load(bias, 16),
      sumC = v128.load(bias, 32),
      sumD = v128.load(bias, 48);
    let sumE = v128.load(bias, 64),
      sumF = v128.load(bias, 80),
      sumG = v128.load(bias, 96),
      sumH = v128.load(bias, 112);
    for (let at = list; at < listEnd; ) {
      let a = zero(),
        b = zero(),
        c = zero(),
        d = zero(),
        e = zero(),
        f = zero(),
        g = zero(),
        h = zero();
      for (const end = min(at + PART, listEnd); at < end; at += 2) {
        const offset = <usize>load<u16>(at);
        const x = v128.load32_splat(input + offset);
        const row = weights + (offset << 5);
        a = multiplyAdd(a, v128.load(row), x);
        b = multiplyAdd(b, v128.load(row, 16), x);
        c = multiplyAdd(c, v128.load(row, 32), x);
        d = multiplyAdd(d, v128.load(row, 48), x);
        e = multiplyAdd(e, v128.load(row, 64), x);
        f = multiplyAdd(f, v128.load(row, 80), x);
        g = multiplyAdd(g, v128.load(row, 96), x);
        h = multiplyAdd(h, v128.load(row, 112), x);
      }
      sumA = f32x4.add(sumA, a);
      sumB = f32x4.add(sumB, b);
      sumC = f32x4.add(sumC, c);
      sumD = f32x4.add(sumD, d);
      sumE = f32x4.add(sumE, e);
      sumF = f32x4.add(sumF, f);
      sumG = f32x4.add(sumG, g);
      sumH = f32x4.add(sumH, h);
    }
    v128.store(output, relu(sumA));
    v128.store(output, relu(sumB), 16);
    v128.store(output, relu(sumC), 32);
    v128.store(output, relu(sumD), 48);
    v128.store(output, relu(sumE), 64);
    v128.store(output, relu(sumF), 80);
    v128.store(output, relu(sumG), 96);
    v128.store(output, relu(sumH), 112);
    weights += (<usize>inputs) << 7;
    bias += 128;
    output += 128;
  }
}
