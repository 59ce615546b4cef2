/**
 * Lists the inputs that are not zero in all frames: after a ReLU many are, and their products need not be made.
 *
 * - `input` [frames][inputs]
 * - `list` u16 [inputs]: the byte offsets of these inputs in a frame
 *
 * Returns the end of the list.
 */
export function listNonZero(input: usize, frames: i32, inputs: i32, list: usize): usize {
  const frameBytes = (<usize>inputs) << 2;
  for (let offset: usize = 0; offset < frameBytes; offset += 4) {
    let bits: u32 = 0;
    for (let frame = 0, at = input + offset; frame < frames; frame++, at += frameBytes) bits |= load<u32>(at);
    store<u16>(list, <u16>offset);
    list += (<usize>(bits !== 0)) << 1;
  }
  return list;
}
