import { addSparseProducts, rectify } from './product';

/** Bytes of the weights of a tap in a block. */
const TAP: usize = 128 * 16 * 4;

/**
 * Second convolution: width 3, stride 2, padding 1, with ReLU. Frame 0 is made of the frames 0 and 1 by the last two taps, frame
 * 1 of 1, 2 and 3.
 *
 * - `input` [4 frames][128]
 * - `list` u16 [388], working memory
 * - `weights` [64 / 16 blocks][3 taps][128][16 channels]
 * - `bias` [64]
 * - `output` [2 frames][64]
 */
export function convolution1(input: usize, list: usize, weights: usize, bias: usize, output: usize): void {
  addSparseProducts(input, 256, list, weights + TAP, 384, bias, output, 64);
  addSparseProducts(input + 512, 384, list, weights, 384, bias, output + 256, 64);
  rectify(output, 128);
}
