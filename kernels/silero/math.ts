// Functions of four values at once, in arithmetic that gives the same bits on every machine.

const LOG2_E: f32 = 1.4426950408889634;
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.1219444e-4;

export function zero(): v128 {
  return f32x4.splat(0);
}

/** Adds `x * y`, rounded twice. */
export function multiplyAdd(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}

export function relu(x: v128): v128 {
  return f32x4.max(x, f32x4.splat(0));
}

/** e^x, to 2 ulp: x = k ln 2 + r, |r| <= ln 2 / 2; a polynomial for e^r (Cephes, expf). */
function exp(x: v128): v128 {
  const clamped = f32x4.max(f32x4.min(x, f32x4.splat(88)), f32x4.splat(-87));
  const k = f32x4.nearest(f32x4.mul(clamped, f32x4.splat(LOG2_E)));
  let r = f32x4.sub(clamped, f32x4.mul(k, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(k, f32x4.splat(LN2_LOW)));
  let p = f32x4.splat(1.98756915e-4);
  p = multiplyAdd(f32x4.splat(1.3981999507e-3), p, r);
  p = multiplyAdd(f32x4.splat(8.3334519073e-3), p, r);
  p = multiplyAdd(f32x4.splat(4.1665795894e-2), p, r);
  p = multiplyAdd(f32x4.splat(1.6666665459e-1), p, r);
  p = multiplyAdd(f32x4.splat(5.0000001201e-1), p, r);
  p = f32x4.add(multiplyAdd(r, p, f32x4.mul(r, r)), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(k), i32x4.splat(127)), 23);
  return f32x4.mul(p, exponent);
}

/** 1 / (1 + e^-x) */
export function sigmoid(x: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), exp(f32x4.neg(x))));
}

/** 2 / (1 + e^-2x) - 1 */
export function tanh(x: v128): v128 {
  const two = f32x4.splat(2);
  return f32x4.sub(f32x4.mul(two, sigmoid(f32x4.mul(two, x))), f32x4.splat(1));
}
