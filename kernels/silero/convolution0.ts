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

/** Products of a matrix and both pairs, 16 channels at a time. A step's weights, inputs and sums are 14 of the 16 registers of x64. */
function multiply(input: usize, bins: i32, weights: usize, output: usize): void {
  for (const outputEnd = output + 512; output < outputEnd; output += 64) {
    for (let at: usize = 0; at < 64; at += 16) {
      v128.store(output + at, zero());
      v128.store(output + at, zero(), 512);
    }
    for (let bin = 0, at = input; bin < bins; ) {
      // Channels 0 to 3 (a), 4 to 7 (b), 8 to 11 (c) and 12 to 15 (d) of the pairs 0 and 1.
      let a0 = zero(),
        b0 = zero(),
        c0 = zero(),
        d0 = zero(),
        a1 = zero(),
        b1 = zero(),
        c1 = zero(),
        d1 = zero();
      for (const end = min(bin + PART, bins); bin < end; bin++) {
        const x0 = v128.load32_splat(at),
          x1 = v128.load32_splat(at, 4);
        const a = v128.load(weights),
          b = v128.load(weights, 16),
          c = v128.load(weights, 32),
          d = v128.load(weights, 48);
        a0 = multiplyAdd(a0, a, x0);
        b0 = multiplyAdd(b0, b, x0);
        c0 = multiplyAdd(c0, c, x0);
        d0 = multiplyAdd(d0, d, x0);
        a1 = multiplyAdd(a1, a, x1);
        b1 = multiplyAdd(b1, b, x1);
        c1 = multiplyAdd(c1, c, x1);
        d1 = multiplyAdd(d1, d, x1);
        at += 8;
        weights += 64;
      }
      addTo(output, a0, b0, c0, d0);
      addTo(output + 512, a1, b1, c1, d1);
    }
  }
}

/** Adds 16 values to the sums. */
function addTo(sums: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(sums, f32x4.add(v128.load(sums), a));
  v128.store(sums, f32x4.add(v128.load(sums, 16), b), 16);
  v128.store(sums, f32x4.add(v128.load(sums, 32), c), 32);
  v128.store(sums, f32x4.add(v128.load(sums, 48), d), 48);
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
