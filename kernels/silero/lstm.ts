import { multiplyAdd, sigmoids } from './math';
import { addProducts } from './product';

/**
 * One step of the recurrent layer of 128 units: c = f c + i tanh g, h = o tanh c. For tanh x = 2 sigmoid(2 x) - 1, all that belongs
 * to g is doubled in the weights.
 *
 * - `hiddenWeights` [128 / 4 blocks][128][4 gates: i, f, g, o][4 units]
 * - `gates` [128 / 4 blocks][4 gates][4 units]: the sum of both biases and of the products with the input; working memory
 * - `hidden`, `cell` [128], changed in place
 */
export function recur(hiddenWeights: usize, gates: usize, hidden: usize, cell: usize): void {
  addProducts(hidden, 128, hiddenWeights, gates, gates, 512);
  sigmoids(gates, 512);
  for (let unit: usize = 0; unit < 512; unit += 16) {
    const gatesOfFour = gates + (unit << 2);
    const input = v128.load(gatesOfFour),
      forget = v128.load(gatesOfFour, 16);
    const next = multiplyAdd(f32x4.mul(forget, v128.load(cell + unit)), input, tanhOf(v128.load(gatesOfFour, 32)));
    v128.store(cell + unit, next);
    v128.store(hidden + unit, f32x4.add(next, next));
  }
  sigmoids(hidden, 128);
  for (let unit: usize = 0; unit < 512; unit += 16)
    v128.store(hidden + unit, f32x4.mul(v128.load(gates + (unit << 2), 48), tanhOf(v128.load(hidden + unit))));
}

/** Returns the tanh of half the value of which `sigmoid` is the sigmoid. */
function tanhOf(sigmoid: v128): v128 {
  return f32x4.sub(f32x4.add(sigmoid, sigmoid), f32x4.splat(1));
}
