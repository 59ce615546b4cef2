// The option `--against DIR` of the benchmarks: a checkout of an earlier commit, built, is measured in the same run.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const AGAINST = /** @type {const} */ ({ against: { type: 'string' } });

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** The checkouts to measure by turns, the earlier one first. */
export function checkoutsOf({ against }) {
  const now = { name: 'now', dir: HERE };
  return against === undefined ? [now] : [{ name: 'before', dir: resolve(against) }, now];
}

/** How many times as much it was before; nothing without an earlier checkout. Each result is `[before, now]` or `[now]`. */
export function ratioOf(results) {
  return results.length < 2 ? '' : `${(results[0] / results[1]).toFixed(2)} times as much before`;
}
