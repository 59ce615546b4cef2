import type { Recording } from '../record/format.ts';
import { diagrams } from '../testing/diagram.ts';
import { firstDifference, noticed } from './exact/compare.ts';
import type { Difference } from './exact/compare.ts';
import { perform } from './exact/perform.ts';
import type { OwnParts } from './ownParts.ts';
import { momentsOf } from './moments.ts';

/** What became of a recorded session when it was run once more. */
export interface Replay {
  /** Null: today's code does just what was recorded. */
  readonly difference: Difference | null;
  /** Two aligned diagrams around the first difference; "" without one. */
  readonly picture: string;
}

/**
 * Runs a recorded session through today's code, step by step in its own time: what came in comes in again, what the model
 * and the functions answered is answered again. `own`: the splices and stages that the session had.
 */
export async function replay(recording: Recording, own: OwnParts = {}): Promise<Replay> {
  const { told } = await perform(recording, own);
  const difference = firstDifference(recording.lines, told);
  return { difference, picture: difference === null ? '' : pictureOf(recording, told, difference) };
}

/** So much is shown before and after the first difference, in ms. */
const AROUND_MS = 4000;

function pictureOf({ lines }: Recording, told: Parameters<typeof noticed>[0], difference: Difference): string {
  const at = Math.min(difference.recorded?.t ?? Infinity, difference.replayed?.t ?? Infinity);
  const near = (told: Parameters<typeof noticed>[0]): Parameters<typeof noticed>[0] =>
    told.filter(({ t }) => Math.abs(t - at) <= AROUND_MS);
  return diagrams(momentsOf(near(noticed(lines))), momentsOf(near(noticed(told))));
}
