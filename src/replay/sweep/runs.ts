import { AntiphonError } from '../../core/errors.ts';
import type { Head, Recording } from '../../record/format.ts';
import type { CustomParts } from '../customParts.ts';
import { outcomeOf, type Outcome } from '../whatIf/outcome/outcome.ts';
import { runConversation } from '../whatIf/played/runConversation.ts';
import { analyseRecording } from '../whatIf/recorded/recordedSession.ts';
import { recordedValue, type Changes } from '../whatIf/settings.ts';
import { describeStop, findStop, type WhatIfStop } from '../whatIf/stop.ts';
import type { Run } from './cells.ts';

/** A range of the grid: from one index up to, but not including, another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface PartialRun {
  readonly outcomes: readonly Outcome[];
  /** The outcome with the recording's own settings. Null if another range holds it. */
  readonly recorded: Outcome | null;
  /** Index of the recorded settings in the grid, or -1. */
  readonly recordedAt: number;
}

/**
 * Plays a recording with each combination in a range of the grid. Calls `played` after each.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for a session with a speech model that a combination stops before
 *   its end
 */
export async function runRange(
  recording: Recording,
  grid: readonly Changes[],
  { from, to }: Range,
  own: CustomParts,
  played: () => void,
): Promise<PartialRun> {
  const recorded = analyseRecording(recording);
  const baseline = recorded.head.ports.speechModel && (await runConversation(recorded, {}, own));
  const run = async (changes: Changes): Promise<Outcome> => {
    const variant = await runConversation(recorded, changes, own);
    const stop = baseline === undefined ? null : findStop(recorded, baseline, variant);
    if (stop !== null) throw createStopError(stop, changes);
    return outcomeOf(recorded, variant);
  };
  const recordedAt = grid.findIndex((changes) => isRecorded(recorded.head, changes));
  const outcomes: Outcome[] = [];
  for (const changes of grid.slice(from, to)) {
    outcomes.push(await run(changes));
    played();
  }
  const standsAlone = recordedAt === -1 && from === 0;
  return { outcomes, recorded: standsAlone ? await run({}) : (outcomes[recordedAt - from] ?? null), recordedAt };
}

/** Joins a recording's results over all ranges of the grid. */
export function joinRuns(name: string, parts: readonly PartialRun[]): Run {
  const recorded = parts.find((part) => part.recorded !== null)?.recorded;
  if (recorded === undefined || recorded === null) throw new Error(`no run of ${name} with its own settings`);
  const [{ recordedAt } = { recordedAt: -1 }] = parts;
  return { name, outcomes: parts.flatMap(({ outcomes }) => outcomes), recorded, recordedAt };
}

/** The figures of runs that stop at different points cannot be compared. */
function createStopError(stop: WhatIfStop, changes: Changes): AntiphonError {
  const settings = Object.entries(changes).map(([name, value]) => `${name}=${String(value)}`);
  return new AntiphonError(
    'usage_invalid',
    `with ${settings.join(', ')}, the run stops ${describeStop(stop)}; what the speech model would have answered from there on is unknown`,
  );
}

function isRecorded(head: Head, changes: Changes): boolean {
  return Object.entries(changes).every(([name, value]) => recordedValue(head, name) === value);
}
