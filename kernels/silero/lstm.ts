import { multiplyAdd, sigmoid, tanh } from './math';
import { addProducts, addSparseProducts } from './product';

/**
 * One step of the recurrent layer of 128 units.
 *
 * - `input` [128]
 * - `list` u16 [129], working memory
 * - `inputWeights`, `hiddenWeights` [128 / 4 blocks][128][4 gates: input, forget, cell, output][4 units]
 * - `bias` [128 / 4 blocks][4 gates][4 units], the sum of both biases
 * - `gates` [128 / 4 blocks][4 gates][4 units], working memory
 * - `hidden`, `cell` [128], changed in place
 */
export function lstm(
  input: usize,
  list: usize,
  inputWeights: usize,
  hiddenWeights: usize,
  bias: usize,
  gates: usize,
  hidden: usize,
  cell: usize,
): void {
  addSparseProducts(input, 128, list, inputWeights, 128, bias, gates, 512);
  addProducts(hidden, 128, hiddenWeights, gates, gates, 512);
  for (const end = cell + 512; cell < end; cell += 16) {
    update(gates, hidden, cell);
    gates += 64;
    hidden += 16;
  }
}

/** c = f c + i g, h = o tanh c */
function update(gates: usize, hidden: usize, cell: usize): void {
  const kept = f32x4.mul(sigmoid(v128.load(gates, 16)), v128.load(cell));
  const next = multiplyAdd(kept, sigmoid(v128.load(gates)), tanh(v128.load(gates, 32)));
  v128.store(cell, next);
  v128.store(hidden, f32x4.mul(sigmoid(v128.load(gates, 48)), tanh(next)));
}
