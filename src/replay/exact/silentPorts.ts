import { NEVER } from 'rxjs';
import type { WrittenStt, WrittenTts } from '../../session/sessionUpdate.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';

/** Creates a TTS port with recorded parameters that never emits. */
export function createSilentTts({ keepsWarm, ...tts }: WrittenTts): TextToSpeech {
  return { ...tts, synthesize: () => NEVER, ...(keepsWarm ? { keepWarm: () => NEVER } : {}) };
}

/** Creates a recogniser with recorded parameters that never emits. */
export function createSilentStt(stt: WrittenStt): SpeechToText {
  return { ...stt, transcribe: () => NEVER };
}
