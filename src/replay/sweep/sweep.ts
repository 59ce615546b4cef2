import type { Head, Recording } from '../../record/format.ts';
import type { OwnParts } from '../ownParts.ts';
import { outcomeOf } from '../whatIf/outcome/outcome.ts';
import type { Outcome } from '../whatIf/outcome/outcome.ts';
import { play } from '../whatIf/played/play.ts';
import { recordedOf } from '../whatIf/recorded/recorded.ts';
import { checkChanges, configWith, recordedValue } from '../whatIf/settings.ts';
import type { Changes } from '../whatIf/settings.ts';
import { cellsIn } from './cells.ts';
import type { Cell, Run } from './cells.ts';
import { cellsOf } from './grid.ts';
import type { Axis } from './grid.ts';

/** Where a recording comes from: it is read when its turn has come, so that one at a time is held. */
export interface RecordingSource {
  /** Stands for it where the sweep tells of it: a file name, say. */
  readonly name: string;
  readonly read: () => Recording | Promise<Recording>;
}

/** What became of recordings over a grid of settings. */
export interface Sweep {
  /** Names of the recordings that ran, and count. */
  readonly ran: readonly string[];
  /** In the order of the grid; the recorded settings stand last where it does not hold them. */
  readonly cells: readonly Cell[];
}

export interface SweepOptions extends OwnParts {
  /** Told each time a recording was run with a combination of the grid: `done` of `runs` in all. */
  readonly progress?: ((done: number, runs: number) => void) | undefined;
  /** Told of a recording that could not be read or run; it counts nowhere. */
  readonly failed?: ((name: string, error: unknown) => void) | undefined;
}

/**
 * Runs recordings over a grid of settings, each of them as `whatIf` does, and once with those that they were made with.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for a setting that cannot be varied, or not to that value
 */
export async function sweep(
  recordings: readonly RecordingSource[],
  axes: readonly Axis[],
  { progress = () => {}, failed = () => {}, ...own }: SweepOptions = {},
): Promise<Sweep> {
  const grid = cellsOf(axes);
  for (const changes of grid) checkChanges(changes);
  const runs: Run[] = [];
  for (const [at, { name, read }] of recordings.entries()) {
    const tell = (done: number): void => progress(at * grid.length + done, recordings.length * grid.length);
    try {
      runs.push({ name, ...(await runOver(grid, await read(), own, tell)) });
    } catch (error) {
      failed(name, error);
      tell(grid.length);
    }
  }
  return { ran: runs.map(({ name }) => name), cells: cellsIn(grid, runs) };
}

async function runOver(
  grid: readonly Changes[],
  recording: Recording,
  own: OwnParts,
  tell: (done: number) => void,
): Promise<Omit<Run, 'name'>> {
  const recorded = recordedOf(recording);
  const { head } = recorded;
  const under = async (changes: Changes): Promise<Outcome> =>
    outcomeOf(recorded, await play(recorded, configWith(head, changes), own));
  const recordedAt = grid.findIndex((changes) => isRecorded(head, changes));
  const outcomes: Outcome[] = [];
  for (const changes of grid) {
    outcomes.push(await under(changes));
    tell(outcomes.length);
  }
  return { outcomes, recorded: outcomes[recordedAt] ?? (await under({})), recordedAt };
}

function isRecorded(head: Head, changes: Changes): boolean {
  return Object.entries(changes).every(([name, value]) => recordedValue(head, name) === value);
}
