import { multiplyAdd, relu, zero } from './math';
import { addProducts } from './product';

// The four output frames are T x: x are the input frames, and the taps w make up the matrix
//
//         w1  w2   0   0
//     T = w0  w1  w2   0
//          0  w0  w1  w2
//          0   0  w0  w1
//
// It takes 10 products. These are 6, with 5 combinations of weights; g is the golden ratio:
//
//     p0 = ( w0 + w1 + w2 / g) (x0 + g x1 + g x2 + x3) / (2 + 2 g^2)
//     p1 = (-w0 + w1 + w2 g)   (x0 + x1 / g - x2 / g - x3) / (2 + 2 / g^2)
//     p2 = ( w0 + w1 - w2 g)   (x0 - x1 / g - x2 / g + x3) / (2 + 2 / g^2)
//     p3 = (-w0 + w1 - w2 / g) (x0 - g x1 + g x2 - x3) / (2 + 2 g^2)
//     q0 = (w0 - w2) x3
//     q1 = (w0 - w2) (x0 - x2)
//
//     y0 = p0 + p1 + p2 + p3 - q0
//     y1 = g p0 + p1 / g - p2 / g - g p3 + q1
//     y2 = g p0 - p1 / g - p2 / g + g p3
//     y3 = p0 - p1 + p2 - p3 - q1
//
// If w0 = w2, T is symmetric, and the first four are its eigenvectors and eigenvalues. What w0 - w2 adds to them has rank 2.

/** Bins whose products are summed before they are added to the rest: one sum of all products would be less exact. */
const PART: i32 = 32;
const GOLDEN: f32 = 1.618034;

/**
 * First convolution: width 3, stride 1, padding 1, with ReLU.
 *
 * - `input` [bins + 3][4 frames], of which the last 3 bins are zero
 * - `factors` of p0, p1, p2, p3 [4][bins + 3], of q0 and q1 [bins + 3][2]; working memory
 * - `weights` of p0, p1, p2, p3 and q [5][128 / 16 blocks][bins + 1][16 channels]
 * - `products` p0, p1, p2, p3, q0, q1 [6][128], working memory
 * - `bias` [128]
 * - `output` [4 frames][128]
 */
export function convolution0(
  input: usize,
  bins: i32,
  factors: usize,
  weights: usize,
  products: usize,
  bias: usize,
  output: usize,
): void {
  const row = (<usize>(bins + 3)) << 2,
    matrix = (<usize>(bins + 1)) << 9;
  const factorsOfQ = factors + 4 * row,
    weightsOfQ = weights + 4 * matrix;
  combineFrames(input, factors, row, factorsOfQ);
  memory.fill(products, 0, 6 * 512);
  for (let sums = products; weights < weightsOfQ; sums += 512) {
    addProducts(factors, bins + 1, weights, sums, sums, 128);
    factors += row;
    weights += matrix;
  }
  addProductsOfTwo(factorsOfQ, bins + 1, weightsOfQ, products + 4 * 512);
  for (let at: usize = 0; at < 512; at += 16) combineProducts(products + at, v128.load(bias + at), output + at);
}

/** Combines the frames to the factors of the weights, for four bins at a time. */
function combineFrames(input: usize, factors: usize, row: usize, factorsOfQ: usize): void {
  for (const end = factors + row; factors < end; factors += 16) {
    const bin0 = v128.load(input),
      bin1 = v128.load(input, 16),
      bin2 = v128.load(input, 32),
      bin3 = v128.load(input, 48);
    const low01 = v128.shuffle<f32>(bin0, bin1, 0, 4, 1, 5),
      high01 = v128.shuffle<f32>(bin0, bin1, 2, 6, 3, 7);
    const low23 = v128.shuffle<f32>(bin2, bin3, 0, 4, 1, 5),
      high23 = v128.shuffle<f32>(bin2, bin3, 2, 6, 3, 7);
    const x0 = v128.shuffle<f64>(low01, low23, 0, 2),
      x1 = v128.shuffle<f64>(low01, low23, 1, 3),
      x2 = v128.shuffle<f64>(high01, high23, 0, 2),
      x3 = v128.shuffle<f64>(high01, high23, 1, 3);
    const outerSum = f32x4.add(x0, x3),
      innerSum = f32x4.add(x1, x2);
    v128.store(factors, multiplyAdd(outerSum, innerSum, f32x4.splat(GOLDEN)));
    v128.store(factors + 2 * row, multiplyAdd(outerSum, innerSum, f32x4.splat(1 - GOLDEN)));
    const outerDifference = f32x4.sub(x0, x3),
      innerDifference = f32x4.sub(x1, x2);
    v128.store(factors + row, multiplyAdd(outerDifference, innerDifference, f32x4.splat(GOLDEN - 1)));
    v128.store(factors + 3 * row, multiplyAdd(outerDifference, innerDifference, f32x4.splat(-GOLDEN)));
    const forQ1 = f32x4.sub(x0, x2);
    v128.store(factorsOfQ, v128.shuffle<f32>(x3, forQ1, 0, 4, 1, 5));
    v128.store(factorsOfQ, v128.shuffle<f32>(x3, forQ1, 2, 6, 3, 7), 16);
    input += 64;
    factorsOfQ += 32;
  }
}

/**
 * Products of a matrix and two vectors, 16 channels at a time. A step's weights, inputs and sums are 14 of the 16 registers of x64.
 *
 * - `input` [bins][2 vectors]
 * - `output` [2 vectors][128], set to zero before
 */
function addProductsOfTwo(input: usize, bins: i32, weights: usize, output: usize): void {
  for (const outputEnd = output + 512; output < outputEnd; output += 64) {
    for (let bin = 0, at = input; bin < bins; ) {
      // Channels 0 to 3 (a), 4 to 7 (b), 8 to 11 (c) and 12 to 15 (d) of the vectors 0 and 1.
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

/** Four channels of the four frames, from their products. */
function combineProducts(products: usize, bias: v128, output: usize): void {
  const p0 = v128.load(products),
    p1 = v128.load(products, 512),
    p2 = v128.load(products, 1024),
    p3 = v128.load(products, 1536),
    q0 = v128.load(products, 2048),
    q1 = v128.load(products, 2560);
  const golden = f32x4.splat(GOLDEN),
    inverse = f32x4.splat(GOLDEN - 1);
  const outerEven = f32x4.add(p0, p2),
    outerOdd = f32x4.add(p1, p3);
  const innerEven = f32x4.sub(f32x4.mul(p0, golden), f32x4.mul(p2, inverse)),
    innerOdd = f32x4.sub(f32x4.mul(p1, inverse), f32x4.mul(p3, golden));
  v128.store(output, relu(f32x4.add(bias, f32x4.sub(f32x4.add(outerEven, outerOdd), q0))));
  v128.store(output, relu(f32x4.add(bias, f32x4.add(f32x4.add(innerEven, innerOdd), q1))), 512);
  v128.store(output, relu(f32x4.add(bias, f32x4.sub(innerEven, innerOdd))), 1024);
  v128.store(output, relu(f32x4.add(bias, f32x4.sub(f32x4.sub(outerEven, outerOdd), q1))), 1536);
}
