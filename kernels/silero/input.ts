/**
 * Reads a window behind the stream's context, keeps its end as the next context, and pads the end with its reflection.
 *
 * - `context` f32 [hop / 2]
 * - `window` i16 [4 hops]
 * - `samples` f32 [hop / 2 + 4 hops + hop / 2]
 *
 * Returns whether the context and the window are digital silence: all zero.
 */
export function readWindow(context: usize, window: usize, samples: usize, hop: i32): bool {
  const contextBytes = (<usize>hop) << 1,
    windowBytes = (<usize>hop) << 4;
  const scale = f32x4.splat(1 / 32768);
  const start = samples + contextBytes,
    end = start + windowBytes;
  let bits = i32x4.splat(0);
  for (let at: usize = 0; at < contextBytes; at += 16) {
    const four = v128.load(context + at);
    v128.store(samples + at, four);
    bits = v128.or(bits, four);
  }
  for (let at: usize = 0; at < windowBytes; at += 16) {
    const four = v128.load_ext<i16>(window + (at >> 1));
    bits = v128.or(bits, four);
    v128.store(start + at, f32x4.mul(f32x4.convert_i32x4_s(four), scale));
  }
  memory.copy(context, end - contextBytes, contextBytes);
  for (let at: usize = 0; at < contextBytes; at += 4) store<f32>(end + at, load<f32>(end - 8 - at));
  return !v128.any_true(bits);
}
