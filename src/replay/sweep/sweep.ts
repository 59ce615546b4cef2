import type { Recording } from '../../record/format.ts';
import { outcomeOf } from '../whatIf/outcome.ts';
import type { Outcome } from '../whatIf/outcome.ts';
import { play } from '../whatIf/played/play.ts';
import type { OwnParts } from '../ownParts.ts';
import { recordedOf } from '../whatIf/recorded/recorded.ts';
import { configWith, recordedValue } from '../whatIf/settings.ts';
import type { Changes } from '../whatIf/settings.ts';
import { summaryOf } from '../whatIf/summary.ts';
import type { Summary } from '../whatIf/summary.ts';
import { efficient } from './efficient.ts';
import { cellsOf } from './grid.ts';
import type { Axis } from './grid.ts';

/** One combination of settings, and what came of all recordings under it. */
export interface Cell {
  readonly changes: Changes;
  readonly summary: Summary;
  /** These are the settings that the recordings were made with. */
  readonly isRecorded: boolean;
  /** No other cell lets the user wait less without cutting off more turns. */
  readonly isEfficient: boolean;
}

export interface SweepOptions extends OwnParts {
  /** Told after each run, of `runs` in all. */
  readonly progress?: ((done: number, runs: number) => void) | undefined;
  /** Told of a recording that could not be run; it counts nowhere. */
  readonly failed?: ((recording: Recording, error: unknown) => void) | undefined;
}

/**
 * Runs recordings over a grid of settings, and once with those that they were made with.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for a setting that cannot be varied
 */
export async function sweep(
  recordings: readonly Recording[],
  axes: readonly Axis[],
  options: SweepOptions = {},
): Promise<readonly Cell[]> {
  const grid = cellsOf(axes);
  for (const { head } of recordings) for (const changes of grid) configWith(head, changes);
  const own = grid.findIndex((changes) => recordings.every(({ head }) => isRecorded(head, changes)));
  const cells = own === -1 ? [...grid, {}] : grid;
  const outcomes = await outcomesOf(recordings, cells, options);
  const summaries = cells.map((_, n) => summaryOf(outcomes.flatMap((of) => of[n] ?? [])));
  const best = efficient(summaries);
  return cells.map((changes, n) => ({
    changes,
    summary: summaries[n] as Summary,
    isRecorded: n === (own === -1 ? grid.length : own),
    isEfficient: best.has(n),
  }));
}

/** By recording, then by cell: a recording is taken apart once. */
async function outcomesOf(
  recordings: readonly Recording[],
  cells: readonly Changes[],
  { progress = () => {}, failed = () => {}, ...own }: SweepOptions,
): Promise<readonly (readonly Outcome[])[]> {
  const outcomes: Outcome[][] = [];
  for (const [at, recording] of recordings.entries()) {
    const tell = (done: number): void => progress(at * cells.length + done, recordings.length * cells.length);
    try {
      outcomes.push(await outcomesUnder(cells, recording, own, tell));
    } catch (error) {
      failed(recording, error);
    }
  }
  return outcomes;
}

async function outcomesUnder(
  cells: readonly Changes[],
  recording: Recording,
  own: OwnParts,
  tell: (done: number) => void,
): Promise<Outcome[]> {
  const recorded = recordedOf(recording);
  const outcomes: Outcome[] = [];
  for (const changes of cells) {
    outcomes.push(outcomeOf(recorded, await play(recorded, configWith(recorded.head, changes), own)));
    tell(outcomes.length);
  }
  return outcomes;
}

function isRecorded(head: Recording['head'], changes: Changes): boolean {
  return Object.entries(changes).every(([name, value]) => recordedValue(head, name) === value);
}
