import type { CheckpointUpdates } from '../../core/checkpoint.ts';
import type { Updates } from '../updates/createUpdates.ts';

/** Describes what `session.update()` has changed for a checkpoint. */
export function writeUpdates({ latest, count }: Pick<Updates, 'latest' | 'count'>): CheckpointUpdates {
  const { instructions, functions, tts } = latest();
  return {
    count: count(),
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: Object.keys(functions) }),
    ...(tts && { tts: tts.config ?? null }),
  };
}
