import { multiplyAdd, relu, zero } from './math';
import { listNonZero } from './nonZero';

/** Bytes of a list of channels whose products are summed before they are added to the rest: one sum would be less exact. */
const PART: usize = 16 * 2;
/** Bytes of the weights of a block. */
const BLOCK: usize = 128 * 3 * 16 * 4;

/**
 * Second convolution: width 3, stride 2, padding 1, with ReLU. Frame 0 is made of the frames 0 and 1, frame 1 of 1, 2 and 3.
 *
 * - `input` [4 frames][128]
 * - `list` u16 [128], working memory
 * - `weights` [64 / 16 blocks][128][3 taps][16 channels]
 * - `bias` [64]
 * - `output` [2 frames][64]
 */
export function convolution1(input: usize, list: usize, weights: usize, bias: usize, output: usize): void {
  const listEnd = listNonZero(input, 4, 128, list);
  for (let block = 0; block < 4; block++) {
    // Channels 0 to 3 (a), 4 to 7 (b), 8 to 11 (c) and 12 to 15 (d) of the frames 0 and 1.
    let sumA0 = v128.load(bias),
      sumB0 = v128.load(bias, 16),
      sumC0 = v128.load(bias, 32),
      sumD0 = v128.load(bias, 48);
    let sumA1 = sumA0,
      sumB1 = sumB0,
      sumC1 = sumC0,
      sumD1 = sumD0;
    for (let at = list; at < listEnd; ) {
      let a0 = zero(),
        b0 = zero(),
        c0 = zero(),
        d0 = zero();
      let a1 = zero(),
        b1 = zero(),
        c1 = zero(),
        d1 = zero();
      for (const end = min(at + PART, listEnd); at < end; at += 2) {
        const offset = <usize>load<u16>(at);
        const channel = input + offset,
          row = weights + offset * 48;
        const x0 = v128.load32_splat(channel),
          x1 = v128.load32_splat(channel, 512);
        const x2 = v128.load32_splat(channel, 1024),
          x3 = v128.load32_splat(channel, 1536);
        a1 = multiplyAdd(a1, v128.load(row), x1);
        b1 = multiplyAdd(b1, v128.load(row, 16), x1);
        c1 = multiplyAdd(c1, v128.load(row, 32), x1);
        d1 = multiplyAdd(d1, v128.load(row, 48), x1);
        let w = v128.load(row, 64);
        a0 = multiplyAdd(a0, w, x0);
        a1 = multiplyAdd(a1, w, x2);
        w = v128.load(row, 80);
        b0 = multiplyAdd(b0, w, x0);
        b1 = multiplyAdd(b1, w, x2);
        w = v128.load(row, 96);
        c0 = multiplyAdd(c0, w, x0);
        c1 = multiplyAdd(c1, w, x2);
        w = v128.load(row, 112);
        d0 = multiplyAdd(d0, w, x0);
        d1 = multiplyAdd(d1, w, x2);
        w = v128.load(row, 128);
        a0 = multiplyAdd(a0, w, x1);
        a1 = multiplyAdd(a1, w, x3);
        w = v128.load(row, 144);
        b0 = multiplyAdd(b0, w, x1);
        b1 = multiplyAdd(b1, w, x3);
        w = v128.load(row, 160);
        c0 = multiplyAdd(c0, w, x1);
        c1 = multiplyAdd(c1, w, x3);
        w = v128.load(row, 176);
        d0 = multiplyAdd(d0, w, x1);
        d1 = multiplyAdd(d1, w, x3);
      }
      sumA0 = f32x4.add(sumA0, a0);
      sumB0 = f32x4.add(sumB0, b0);
      sumC0 = f32x4.add(sumC0, c0);
      sumD0 = f32x4.add(sumD0, d0);
      sumA1 = f32x4.add(sumA1, a1);
      sumB1 = f32x4.add(sumB1, b1);
      sumC1 = f32x4.add(sumC1, c1);
      sumD1 = f32x4.add(sumD1, d1);
    }
    v128.store(output, relu(sumA0));
    v128.store(output, relu(sumB0), 16);
    v128.store(output, relu(sumC0), 32);
    v128.store(output, relu(sumD0), 48);
    v128.store(output, relu(sumA1), 256);
    v128.store(output, relu(sumB1), 272);
    v128.store(output, relu(sumC1), 288);
    v128.store(output, relu(sumD1), 304);
    weights += BLOCK;
    bias += 64;
    output += 64;
  }
}
