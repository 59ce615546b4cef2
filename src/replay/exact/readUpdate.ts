import type { SessionUpdate } from '../../session/agent.ts';
import type { WrittenUpdate } from '../../session/updates/sessionUpdate.ts';
import { createSilentTts } from './silentTts.ts';

/** Reads a recorded update. The functions themselves are inputs of their own. */
export function readUpdate({ instructions, functions, tts }: WrittenUpdate): SessionUpdate {
  return {
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: {} }),
    ...(tts && { tts: createSilentTts(tts.port) }),
  };
}
