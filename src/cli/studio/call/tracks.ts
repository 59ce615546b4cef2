import { lazy } from '../../../core/lazy.ts';
import type { Recording } from '../../../record/format.ts';
import { placeAgentAudio } from '../../export/agentAudio.ts';
import type { PlacedAudio } from '../../export/placedAudio.ts';
import { placeUserAudio } from '../../export/userAudio.ts';
import { createPeaks, type Peaks } from './peaks.ts';

/** The audio of both sides. Empty if it was not kept. */
export interface Tracks {
  readonly user: readonly PlacedAudio[];
  readonly agent: readonly PlacedAudio[];
  readonly endMs: number;
  readonly peaks: { readonly user: () => Peaks; readonly agent: () => Peaks };
}

export function createTracks(recording: Recording): Tracks {
  const [user, agent] = [placeUserAudio(recording), placeAgentAudio(recording)];
  return {
    user,
    agent,
    endMs: recording.lines.at(-1)?.t ?? 0,
    peaks: { user: lazy(() => createPeaks(user)), agent: lazy(() => createPeaks(agent)) },
  };
}
