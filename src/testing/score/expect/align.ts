/** A pair of indices in two lists; one of them may be missing. */
export interface Pair {
  readonly expected?: number;
  readonly got?: number;
}

/** Aligns two lists: all indices of both, in order, with as many pairs as possible. */
export function align(
  expected: number,
  got: number,
  same: (expected: number, got: number) => boolean,
): readonly Pair[] {
  const together = longest(expected, got, same);
  const pairs: Pair[] = [];
  let [e, g] = [0, 0];
  while (e < expected || g < got) {
    if (e < expected && g < got && same(e, g)) pairs.push({ expected: e++, got: g++ });
    else if (g === got || (e < expected && together(e + 1, g) >= together(e, g + 1))) pairs.push({ expected: e++ });
    else pairs.push({ got: g++ });
  }
  return pairs;
}

/** The length of the longest common subsequence from two indices on. */
function longest(
  expected: number,
  got: number,
  same: (expected: number, got: number) => boolean,
): (e: number, g: number) => number {
  const width = got + 1;
  const table = new Uint32Array((expected + 1) * width);
  const at = (e: number, g: number): number => table[e * width + g] ?? 0;
  for (let e = expected - 1; e >= 0; e--)
    for (let g = got - 1; g >= 0; g--)
      table[e * width + g] = same(e, g) ? at(e + 1, g + 1) + 1 : Math.max(at(e + 1, g), at(e, g + 1));
  return at;
}
