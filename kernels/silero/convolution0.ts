import { multiplyAdd, relu, zero } from './math';

/** Bins whose products are summed before they are added to the rest: one sum of all products would be less exact. */
const PART: i32 = 32;

/**
 * First convolution: width 3, stride 1, padding 1, with ReLU. It evaluates weights and input, as polynomials in time, at 0, 1, -1 and
 * infinity, and multiplies there: for two pairs of frames 8 products take the place of 10 (Winograd's F(2, 3)).
 *
 * - `input` [bins][4 frames]
 * - `points` [4 points][bins + 1][2 pairs], of which the last bin is zero; working memory
 * - `weights` [4 points][128 / 8 blocks][bins + 1][8 channels]
 * - `products` [4 points][2 pairs][128], working memory
 * - `bias` [128]
 * - `output` [4 frames][128]
 */
export function convolution0(
  input: usize,
  bins: i32,
  points: usize,
  weights: usize,
  products: usize,
  bias: usize,
  output: usize,
): void {
  evaluate(input, bins, points);
  const row = (<usize>(bins + 1)) << 3;
  for (let point: usize = 0; point < 4; point++)
    multiply(points + point * row, bins + 1, weights + ((point * row) << 6), products + (point << 10));
  for (let at: usize = 0; at < 512; at += 16) interpolate(products + at, v128.load(bias + at), output + at);
}

/** Values of the pairs at the points. */
function evaluate(input: usize, bins: i32, points: usize): void {
  const row = (<usize>(bins + 1)) << 3;
  for (let bin = 0; bin < bins; bin++) {
    const x0 = load<f32>(input),
      x1 = load<f32>(input, 4),
      x2 = load<f32>(input, 8),
      x3 = load<f32>(input, 12);
    store<f32>(points, -x1);
    store<f32>(points, x1 - x3, 4);
    store<f32>(points + row, x0 + x1);
    store<f32>(points + row, x2 + x3, 4);
    store<f32>(points + 2 * row, x1 - x0);
    store<f32>(points + 2 * row, x3 - x2, 4);
    store<f32>(points + 3 * row, x0 - x2);
    store<f32>(points + 3 * row, x2, 4);
    input += 16;
    points += 8;
  }
}

/** Products of a matrix and both pairs. Two bins at a time: V8 loads what a step needs before it multiplies, into 15 registers. */
function multiply(input: usize, bins: i32, weights: usize, output: usize): void {
  for (const outputEnd = output + 512; output < outputEnd; output += 32) {
    // Channels 0 to 3 (a) and 4 to 7 (b) of the pairs 0 and 1.
    let sumA0 = zero(),
      sumB0 = zero(),
      sumA1 = zero(),
      sumB1 = zero();
    for (let bin = 0, at = input; bin < bins; ) {
      let a0 = zero(),
        b0 = zero(),
        a1 = zero(),
        b1 = zero();
      for (const end = min(bin + PART, bins); bin < end; bin += 2) {
        const x0 = v128.load32_splat(at),
          x1 = v128.load32_splat(at, 4);
        const y0 = v128.load32_splat(at, 8),
          y1 = v128.load32_splat(at, 12);
        const ofXA = v128.load(weights),
          ofXB = v128.load(weights, 16);
        const ofYA = v128.load(weights, 32),
          ofYB = v128.load(weights, 48);
        a0 = f32x4.add(a0, multiplyAdd(f32x4.mul(ofXA, x0), ofYA, y0));
        b0 = f32x4.add(b0, multiplyAdd(f32x4.mul(ofXB, x0), ofYB, y0));
        a1 = f32x4.add(a1, multiplyAdd(f32x4.mul(ofXA, x1), ofYA, y1));
        b1 = f32x4.add(b1, multiplyAdd(f32x4.mul(ofXB, x1), ofYB, y1));
        at += 16;
        weights += 64;
      }
      sumA0 = f32x4.add(sumA0, a0);
      sumB0 = f32x4.add(sumB0, b0);
      sumA1 = f32x4.add(sumA1, a1);
      sumB1 = f32x4.add(sumB1, b1);
    }
    v128.store(output, sumA0);
    v128.store(output, sumB0, 16);
    v128.store(output, sumA1, 512);
    v128.store(output, sumB1, 528);
  }
}

/** Four channels of the four frames, from the products at the points. */
function interpolate(products: usize, bias: v128, output: usize): void {
  for (let pair = 0; pair < 2; pair++) {
    const p0 = v128.load(products),
      p1 = v128.load(products, 1024),
      p2 = v128.load(products, 2048),
      p3 = v128.load(products, 3072);
    v128.store(output, relu(f32x4.add(bias, f32x4.add(p0, f32x4.add(p1, p2)))));
    v128.store(output, relu(f32x4.add(bias, f32x4.sub(f32x4.sub(p1, p2), p3))), 512);
    products += 512;
    output += 1024;
  }
}
