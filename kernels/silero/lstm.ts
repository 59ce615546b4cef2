import { multiplyAdd, sigmoid, tanh, zero } from './math';
import { listNonZero } from './nonZero';

/** Bytes of a list of inputs whose products are summed before they are added to the rest: one sum would be less exact. */
const PART: usize = 32 * 2;
/** Bytes of the weights of a block. */
const BLOCK: usize = 256 * 4 * 8 * 4;

/**
 * One step of the recurrent layer of 128 units.
 *
 * - `input` [128], directly behind it `hidden` [128]: both are multiplied as one vector
 * - `list` u16 [256], working memory
 * - `weights` [128 / 8 blocks][256][4 gates: input, forget, cell, output][8 units]
 * - `bias` [128 / 8 blocks][4 gates][8 units], the sum of both biases
 * - `cell` [128], changed in place
 * - `newHidden` [128]
 */
export function lstm(input: usize, list: usize, weights: usize, bias: usize, cell: usize, newHidden: usize): void {
  const listEnd = listNonZero(input, 1, 256, list);
  for (let block = 0; block < 16; block++) {
    let i0 = v128.load(bias),
      i1 = v128.load(bias, 16),
      f0 = v128.load(bias, 32),
      f1 = v128.load(bias, 48);
    let g0 = v128.load(bias, 64),
      g1 = v128.load(bias, 80),
      o0 = v128.load(bias, 96),
      o1 = v128.load(bias, 112);
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
      i0 = f32x4.add(i0, a);
      i1 = f32x4.add(i1, b);
      f0 = f32x4.add(f0, c);
      f1 = f32x4.add(f1, d);
      g0 = f32x4.add(g0, e);
      g1 = f32x4.add(g1, f);
      o0 = f32x4.add(o0, g);
      o1 = f32x4.add(o1, h);
    }
    update(cell, newHidden, i0, f0, g0, o0);
    update(cell + 16, newHidden + 16, i1, f1, g1, o1);
    weights += BLOCK;
    bias += 128;
    cell += 32;
    newHidden += 32;
  }
}

/** c = f c + i g, h = o tanh c */
function update(cell: usize, hidden: usize, i: v128, f: v128, g: v128, o: v128): void {
  const kept = f32x4.mul(sigmoid(f), v128.load(cell));
  const next = multiplyAdd(kept, sigmoid(i), tanh(g));
  v128.store(cell, next);
  v128.store(hidden, f32x4.mul(sigmoid(o), tanh(next)));
}
