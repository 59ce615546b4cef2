/** Limit on the suggested names. */
const MOST = 3;

/**
 * Suggests names that are close to an unknown one: `; did you mean "a" or "b"?`. Ignores case, `_`, `-` and spaces.
 * Returns "" if no name is close.
 */
export function didYouMean(written: string, names: Iterable<string>): string {
  const close = closest(written, names);
  return close.length === 0 ? '' : `; did you mean ${close.map((name) => JSON.stringify(name)).join(' or ')}?`;
}

/** Returns the names with the smallest edit distance to `written`, if at most a third of the letters differ. */
function closest(written: string, names: Iterable<string>): readonly string[] {
  const plain = letters(written);
  const measured = [...names].map((name) => {
    const other = letters(name);
    return { name, edits: distance(plain, other), most: Math.max(plain.length, other.length) / 3 };
  });
  const close = measured.filter(({ edits, most }) => edits <= most);
  const least = Math.min(...close.map(({ edits }) => edits));
  return close
    .filter(({ edits }) => edits === least)
    .map(({ name }) => name)
    .slice(0, MOST);
}

/** Returns whether two names differ by at most `most` edits, ignoring case, `_`, `-` and spaces. */
export function isClose(a: string, b: string, most: number): boolean {
  const [one, other] = [letters(a), letters(b)];
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}

/** Number of characters that are compared. Known names are shorter. */
const LONGEST = 64;

function letters(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]/gu, '')
    .slice(0, LONGEST);
}

/** Returns the edit distance: letters to add, drop, replace, or swap with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) row.push(cell(i, j, row));
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;

  function cell(i: number, j: number, row: readonly number[]): number {
    const same = a[i - 1] === b[j - 1];
    const replaced = (last[j - 1] ?? 0) + (same ? 0 : 1);
    const least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    return swapped ? Math.min(least, (beforeLast[j - 2] ?? 0) + 1) : least;
  }
}
