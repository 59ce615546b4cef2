import type { Moment } from '../../../draw/text/diagram.ts';
import { align, type Pair } from './align.ts';
import type { Mismatch } from './expectation.ts';

/** Two lists that should be equal, as labels of a lane. */
export interface ListComparison {
  readonly lane: string;
  readonly expected: readonly string[];
  readonly got: readonly Moment[];
  /** Returns whether the items at two indices are equal. */
  same(expected: number, got: number): boolean;
}

/** Compares two lists. @returns one mismatch that names the first difference */
export function compareLists({ lane, expected, got, same }: ListComparison): readonly Mismatch[] {
  const pairs = align(expected.length, got.length, same);
  const place = pairs.findIndex(isUnpaired);
  if (place < 0) return [];
  const [should, was] = [expected[place], got[place]?.text].map((text) => text ?? 'nothing more');
  const text = `${lane}([…]): number ${place + 1} should be ${should}, it is ${was}`;
  const missing = pairs.flatMap((pair, n): Moment[] => {
    if (pair.expected === undefined || pair.got !== undefined) return [];
    return [{ lane, atMs: timeBeside(pairs.slice(n), got), text: expected[pair.expected] ?? '' }];
  });
  const unwanted = pairs.flatMap((pair) =>
    pair.expected === undefined ? got.slice(pair.got, (pair.got ?? 0) + 1) : [],
  );
  return [{ text, missing, unwanted }];
}

/**
 * Finds items in order, possibly with others in between. `report` describes a missing item; `rest` is the items after
 * the last one found.
 */
export function findInOrder<Line, Item>(
  lines: readonly Line[],
  items: readonly Item[],
  fits: (line: Line, item: Item) => boolean,
  report: (line: Line, rest: readonly Item[]) => Mismatch,
): readonly Mismatch[] {
  let rest = items;
  return lines.flatMap((line) => {
    const found = rest.findIndex((item) => fits(line, item));
    if (found < 0) return [report(line, rest)];
    rest = rest.slice(found + 1);
    return [];
  });
}

function isUnpaired({ expected, got }: Pair): boolean {
  return expected === undefined || got === undefined;
}

/** Returns the time to show for a missing item: that of the next item found, or of the last. */
function timeBeside(pairs: readonly Pair[], got: readonly Moment[]): number {
  const next = pairs.find((pair) => pair.got !== undefined)?.got;
  return got.at(next ?? -1)?.atMs ?? 0;
}
