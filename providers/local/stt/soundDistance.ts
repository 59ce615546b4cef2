/**
 * Returns how much two sequences of sounds differ, ignoring case: 0 if they are equal, 1 if they have nothing in
 * common.
 */
export function soundDistance(expected: readonly string[], heard: readonly string[]): number {
  let costs = Array.from({ length: heard.length + 1 }, (_, n) => n);
  for (const [n, sound] of expected.entries()) {
    const next = [n + 1];
    for (const [m, other] of heard.entries()) {
      const changed = (costs[m] ?? 0) + differenceOf(sound.toLowerCase(), other.toLowerCase());
      next.push(Math.min(changed, (costs[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1));
    }
    costs = next;
  }
  return (costs.at(-1) ?? 0) / Math.max(1, expected.length, heard.length);
}

/** Easily confused sounds of the English and the French model. */
const ALIKE: readonly ReadonlySet<string>[] = [
  'aa ao ah aw ow an au oo on',
  'ae eh ay ey ih ai ei in un',
  'iy y ih ii yy',
  'uw uh w oy ou ww eu oe uu uy',
  'er r rr',
  'l ll',
  'm n ng mm nn gn',
  'p t k pp tt kk',
  'b d g bb dd gg',
  'f th ff',
  's z sh zh ch jh ss zz jj',
  'v dh vv',
].map((sounds) => new Set(sounds.split(' ')));

const VOWELS: ReadonlySet<string> = new Set(
  'aa ao ah aw ow ae eh ay ey ih iy uw uh oy er ai an au ee ei eu ii in oe on oo ou un uu uy'.split(' '),
);

function differenceOf(a: string, b: string): number {
  if (a === b) return 0;
  if (ALIKE.some((sounds) => sounds.has(a) && sounds.has(b))) return 0.4;
  return VOWELS.has(a) === VOWELS.has(b) ? 0.7 : 1;
}
