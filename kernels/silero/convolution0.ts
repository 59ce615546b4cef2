import { multiplyAdd, relu, zero } from './math';

/** Bins whose products are summed before they are added to the rest: one sum of all products would be less exact. */
const PART: i32 = 16;

/**
 * First convolution: width 3, stride 1, padding 1, with ReLU. Products with the padding are left out.
 *
 * - `input` [bins][4 frames]
 * - `weights` [128 / 8 blocks][bins][3 taps][8 channels]
 * - `bias` [128]
 * - `output` [4 frames][128]
 */
export function convolution0(input: usize, bins: i32, weights: usize, bias: usize, output: usize): void {
  for (let block = 0; block < 16; block++) {
    // Channels 0 to 3 (a) and 4 to 7 (b) of the frames 0 to 3.
    let sumA0 = v128.load(bias),
      sumA1 = sumA0,
      sumA2 = sumA0,
      sumA3 = sumA0;
    let sumB0 = v128.load(bias, 16),
      sumB1 = sumB0,
      sumB2 = sumB0,
      sumB3 = sumB0;
    let at = input;
    for (let bin = 0; bin < bins; ) {
      let a0 = zero(),
        a1 = zero(),
        a2 = zero(),
        a3 = zero();
      let b0 = zero(),
        b1 = zero(),
        b2 = zero(),
        b3 = zero();
      for (const end = min(bin + PART, bins); bin < end; bin++) {
        const x0 = v128.load32_splat(at),
          x1 = v128.load32_splat(at, 4);
        const x2 = v128.load32_splat(at, 8),
          x3 = v128.load32_splat(at, 12);
        let a = v128.load(weights),
          b = v128.load(weights, 16);
        a1 = multiplyAdd(a1, a, x0);
        b1 = multiplyAdd(b1, b, x0);
        a2 = multiplyAdd(a2, a, x1);
        b2 = multiplyAdd(b2, b, x1);
        a3 = multiplyAdd(a3, a, x2);
        b3 = multiplyAdd(b3, b, x2);
        a = v128.load(weights, 32);
        b = v128.load(weights, 48);
        a0 = multiplyAdd(a0, a, x0);
        b0 = multiplyAdd(b0, b, x0);
        a1 = multiplyAdd(a1, a, x1);
        b1 = multiplyAdd(b1, b, x1);
        a2 = multiplyAdd(a2, a, x2);
        b2 = multiplyAdd(b2, b, x2);
        a3 = multiplyAdd(a3, a, x3);
        b3 = multiplyAdd(b3, b, x3);
        a = v128.load(weights, 64);
        b = v128.load(weights, 80);
        a0 = multiplyAdd(a0, a, x1);
        b0 = multiplyAdd(b0, b, x1);
        a1 = multiplyAdd(a1, a, x2);
        b1 = multiplyAdd(b1, b, x2);
        a2 = multiplyAdd(a2, a, x3);
        b2 = multiplyAdd(b2, b, x3);
        at += 16;
        weights += 96;
      }
      sumA0 = f32x4.add(sumA0, a0);
      sumB0 = f32x4.add(sumB0, b0);
      sumA1 = f32x4.add(sumA1, a1);
      sumB1 = f32x4.add(sumB1, b1);
      sumA2 = f32x4.add(sumA2, a2);
      sumB2 = f32x4.add(sumB2, b2);
      sumA3 = f32x4.add(sumA3, a3);
      sumB3 = f32x4.add(sumB3, b3);
    }
    v128.store(output, relu(sumA0));
    v128.store(output, relu(sumB0), 16);
    v128.store(output, relu(sumA1), 512);
    v128.store(output, relu(sumB1), 528);
    v128.store(output, relu(sumA2), 1024);
    v128.store(output, relu(sumB2), 1040);
    v128.store(output, relu(sumA3), 1536);
    v128.store(output, relu(sumB3), 1552);
    bias += 32;
    output += 32;
  }
}
