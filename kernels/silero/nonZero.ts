/**
 * Lists the inputs that are not zero: after a ReLU many are, and their products need not be made. If their number is odd, a zero
 * is listed, too.
 *
 * - `input` [inputs, an even number]
 * - `list` u16 [inputs + 1]: the byte offsets of these inputs
 *
 * Returns the end of the list.
 */
export function listNonZero(input: usize, inputs: i32, list: usize): usize {
  const start = list;
  let zero: usize = 0;
  for (let offset: usize = 0, end = (<usize>inputs) << 2; offset < end; offset += 4) {
    const isZero = load<u32>(input + offset) === 0;
    zero = isZero ? offset : zero;
    store<u16>(list, <u16>offset);
    list += (<usize>!isZero) << 1;
  }
  store<u16>(list, <u16>zero);
  return list + ((list - start) & 2);
}
