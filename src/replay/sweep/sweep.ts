import type { Recording } from '../../record/format.ts';
import type { CustomParts } from '../customParts.ts';
import type { Changes } from '../whatIf/settings.ts';
import { evaluateCells, type Cell, type Run } from './cells.ts';
import { createGrid, type Axis } from './grid.ts';
import { joinRuns, runRange } from './runs.ts';

/** A recording that is read when needed, so that only one at a time is in memory. */
export interface RecordingSource {
  /** Identifies the recording in results and errors, for example by file name. */
  readonly name: string;
  readonly read: () => Recording | Promise<Recording>;
}

/** The results of recordings over a grid of settings. */
export interface Sweep {
  readonly ran: readonly string[];
  /** In the order of the grid. The recorded settings come last if the grid does not contain them. */
  readonly cells: readonly Cell[];
}

export interface SweepOptions extends CustomParts {
  /** Called after each run, with `done` of `runs` in total. */
  readonly progress?: ((done: number, runs: number) => void) | undefined;
  /** Called for a recording that cannot be read or run. The results omit it. */
  readonly failed?: ((name: string, error: unknown) => void) | undefined;
}

/**
 * Runs recordings over a grid of settings, as `whatIf` does, and once with their own settings.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { steps, sweep } from 'antiphon/replay';
 *
 * const calls = ['ses_1', 'ses_2'].map((name) => ({ name, read: () => readRecording(`recordings/${name}.jsonl`) }));
 * const { cells } = await sweep(calls, [{ name: 'min_endpointing_delay', values: steps(0.1, 0.8, 8) }]);
 * const best = cells.filter(({ isEfficient }) => isEfficient);
 * console.log(best.map(({ changes }) => changes)); // no other delay is both faster and cuts off fewer turns
 * ```
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for a setting that cannot be varied, or cannot take that value
 */
export async function sweep(
  recordings: readonly RecordingSource[],
  axes: readonly Axis[],
  { progress = () => {}, failed = () => {}, ...own }: SweepOptions = {},
): Promise<Sweep> {
  const grid = createGrid(axes);
  const runs: Run[] = [];
  for (const [at, { name, read }] of recordings.entries()) {
    let done = at * grid.length;
    const all = recordings.length * grid.length;
    try {
      const range = { from: 0, to: grid.length };
      runs.push(joinRuns(name, [await runRange(await read(), grid, range, own, () => progress(++done, all))]));
    } catch (error) {
      failed(name, error);
      progress((at + 1) * grid.length, all);
    }
  }
  return createSweep(grid, runs);
}

export function createSweep(grid: readonly Changes[], runs: readonly Run[]): Sweep {
  return { ran: runs.map(({ name }) => name), cells: evaluateCells(grid, runs) };
}
