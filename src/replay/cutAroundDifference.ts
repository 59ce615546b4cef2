/** Number of characters shown before the first difference. */
const BEFORE = 40;
const LONGEST = 96;

/** Shortens two texts to the surroundings of the first character that differs. */
export function cutAroundDifference(one: string, other: string): readonly [one: string, other: string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = Math.max(0, same - BEFORE);
  return [cut(one, from), cut(other, from)];
}

function cut(text: string, from: number): string {
  const start = from > 0 ? '…' : '';
  const rest = text.slice(from);
  return start + (rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1)}…` : rest);
}
