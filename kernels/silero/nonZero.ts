/** For each set of four inputs, given as a mask: the byte offsets of its members in numbers of 16 bits, the first one lowest. */
const MEMBERS = memory.data<u64>([
  0, 0, 0x4, 0x4_0000, 0x8, 0x8_0000, 0x8_0004, 0x8_0004_0000, 0xc, 0xc_0000, 0xc_0004, 0xc_0004_0000, 0xc_0008,
  0xc_0008_0000, 0xc_0008_0004, 0xc_0008_0004_0000,
]);

/**
 * Lists the inputs that are not zero: after a ReLU many are, and their products need not be made. If their number is odd, a zero
 * is listed, too.
 *
 * - `input` [inputs, a multiple of four]
 * - `list` u16 [inputs + 4]: the byte offsets of these inputs, then working memory
 *
 * Returns the end of the list.
 */
export function listNonZero(input: usize, inputs: i32, list: usize): usize {
  const start = list;
  let zero: usize = 0;
  for (let offset: usize = 0, end = (<usize>inputs) << 2; offset < end; offset += 16) {
    const mask = <usize>i32x4.bitmask(f32x4.ne(v128.load(input + offset), f32x4.splat(0)));
    store<u64>(list, load<u64>(MEMBERS + (mask << 3)) + <u64>offset * 0x1_0001_0001_0001);
    list += popcnt(mask) << 1;
    zero = mask === 15 ? zero : offset + (ctz(~mask) << 2);
  }
  store<u16>(list, <u16>zero);
  return list + ((list - start) & 2);
}
