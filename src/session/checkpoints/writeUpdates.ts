import type { CheckpointUpdates } from '../../core/checkpoint.ts';
import type { SessionUpdates } from '../updates/createUpdates.ts';

/** Describes the changes of `session.update()` for a checkpoint. */
export function writeUpdates({ latest, count }: Pick<SessionUpdates, 'latest' | 'count'>): CheckpointUpdates {
  const { instructions, functions, tts, stt, config, handoff } = latest();
  const { written = {}, language } = config ?? {};
  return {
    count: count(),
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: Object.keys(functions) }),
    ...(tts && { tts: tts.config ?? null }),
    ...(stt && { stt: stt.config ?? null }),
    ...(Object.keys(written).length > 0 && { settings: written }),
    ...(language !== undefined && { language }),
    ...(handoff && { agent: handoff.name }),
  };
}
