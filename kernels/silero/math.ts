// Functions of four values at once, in arithmetic that gives the same bits on every machine.

export function zero(): v128 {
  return f32x4.splat(0);
}

/** Adds `x * y`, rounded twice. */
export function multiplyAdd(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}

/** Takes the larger of `x` and 0. Unlike `max`, which looks for NaN, `pmax` is one instruction. */
export function relu(x: v128): v128 {
  return f32x4.pmax(x, zero());
}

/** Constants of `sigmoids`: V8 loads one from memory faster than it makes a vector of it. */
const CONSTANTS = memory.data<f32>([
  -88, 87, -1.4426950408889634, 12582912, 0.693359375, -2.1219444e-4, 1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3,
  4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1,
]);

function constant(at: usize): v128 {
  return v128.load32_splat(CONSTANTS + (at << 2));
}

/**
 * Replaces each of `count` values x by 1 / (1 + e^-x). The power is right to 2 ulp: -x = k ln 2 + r, |r| <= ln 2 / 2; a polynomial for
 * e^r (Cephes, expf).
 */
export function sigmoids(values: usize, count: i32): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += 16) {
    const x = f32x4.pmin(f32x4.pmax(v128.load(values), constant(0)), constant(1));
    // k + 1.5 * 2^23: the last bit of its mantissa is worth 1, so that the sum is rounded to a whole number.
    const rounded = f32x4.add(f32x4.mul(x, constant(2)), constant(3));
    const k = f32x4.sub(rounded, constant(3));
    const r = f32x4.neg(f32x4.add(f32x4.add(x, f32x4.mul(k, constant(4))), f32x4.mul(k, constant(5))));
    // In pairs: a step of Horner's rule would wait for the one before it.
    const square = f32x4.mul(r, r);
    const low = multiplyAdd(constant(11), constant(10), r),
      middle = multiplyAdd(constant(9), constant(8), r),
      high = multiplyAdd(constant(7), constant(6), r);
    const sum = multiplyAdd(low, multiplyAdd(middle, high, square), square);
    const p = f32x4.add(multiplyAdd(r, sum, square), constant(12));
    const power = f32x4.mul(p, i32x4.add(i32x4.shl(rounded, 23), constant(12)));
    v128.store(values, f32x4.div(constant(12), f32x4.add(constant(12), power)));
  }
}
