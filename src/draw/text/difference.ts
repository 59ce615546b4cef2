import type { Moment } from './moment.ts';

/** The earliest moment that only one side has, if there is one. */
export function firstDifference(expected: readonly Moment[], got: readonly Moment[]): Moment | undefined {
  const unmatched = [...without(expected, got), ...without(got, expected)];
  return unmatched.sort((a, b) => a.atMs - b.atMs)[0];
}

/** The moments that `others` lack; each of theirs counts once. */
function without(moments: readonly Moment[], others: readonly Moment[]): readonly Moment[] {
  const left = others.map(keyOf);
  return moments.filter((moment) => {
    const at = left.indexOf(keyOf(moment));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function keyOf({ lane, atMs, toMs = atMs, text }: Moment): string {
  return JSON.stringify([lane, Math.round(atMs), Math.round(toMs), text]);
}
