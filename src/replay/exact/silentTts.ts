import { NEVER } from 'rxjs';
import type { WrittenTts } from '../../session/updates/sessionUpdate.ts';
import type { TextToSpeech } from '../../core/ports.ts';

/** Creates a TTS port with recorded parameters that never emits. */
export function createSilentTts({ keepsWarm, ...tts }: WrittenTts): TextToSpeech {
  return { ...tts, synthesize: () => NEVER, ...(keepsWarm ? { keepWarm: () => NEVER } : {}) };
}
