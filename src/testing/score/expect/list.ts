import type { Moment } from '../../../draw/text/diagram.ts';
import { align, type Pair } from './align.ts';
import type { Mismatch } from './expectation.ts';

/** Two lists that should be equal, as labels of a lane. */
export interface ListComparison {
  readonly lane: string;
  readonly expected: readonly string[];
  readonly got: readonly Moment[];
  /** Whether the items at two indices are equal. */
  same(expected: number, got: number): boolean;
}

/** Compares two lists. @returns one fault that names the first difference */
export function expectList({ lane, expected, got, same }: ListComparison): readonly Mismatch[] {
  const pairs = align(expected.length, got.length, same);
  const place = pairs.findIndex(isUnpaired);
  if (place < 0) return [];
  const [should, was] = [expected[place], got[place]?.text].map((said) => said ?? 'nothing more');
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

function isUnpaired({ expected, got }: Pair): boolean {
  return expected === undefined || got === undefined;
}

/** The time of a missing item: that of the next item that came, or of the last. */
function timeBeside(pairs: readonly Pair[], got: readonly Moment[]): number {
  const next = pairs.find((pair) => pair.got !== undefined)?.got;
  return got.at(next ?? -1)?.atMs ?? 0;
}
