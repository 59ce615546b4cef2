import { NEVER } from 'rxjs';
import { isWrittenFunction } from '../../session/config/filler.ts';
import { HANDOFF } from '../../session/handOffChange.ts';
import type { SessionUpdate } from '../../session/sessionControl.ts';
import type { WrittenUpdate } from '../../session/sessionUpdate.ts';
import { languageOf } from './languageOf.ts';
import { createSilentStt, createSilentTts } from './silentBorders.ts';

/** Reads a recorded update. The functions are recorded as separate inputs. */
export function readUpdate({
  instructions,
  functions,
  tts,
  stt,
  settings,
  language,
  handoff,
}: WrittenUpdate): SessionUpdate {
  const spoken = language ?? languageOf(stt?.config);
  return {
    ...settings,
    ...(isWrittenFunction(settings?.['filler']) && { filler: () => NEVER }),
    ...(spoken !== undefined && { language: spoken }),
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: {} }),
    ...(tts && { tts: createSilentTts(tts.port) }),
    ...(stt && { stt: createSilentStt(stt.port) }),
    ...(handoff && { [HANDOFF]: { ...handoff, sessionData: {}, agent: { llm_response_handler: () => NEVER } } }),
  };
}
