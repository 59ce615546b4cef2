import type { Observable, SchedulerLike } from 'rxjs';
import type { TextToSpeech } from '../src/core/ports.ts';
import { sharedTtsHost, type TtsHost } from './local/tts/host.ts';
import { createLocalTts } from './local/tts/tts.ts';
import type { LocalTtsSettings } from './local/tts/settings.ts';

/** Wraps a request to an engine that works in a thread. */
export type WrapRequest = <T>(request: Observable<T>) => Observable<T>;

/** Creates `TTS.Local` on a scheduler. Wraps each request for a sentence. */
export function createEmbeddedTts(
  settings: LocalTtsSettings,
  scheduler: SchedulerLike,
  wrapRequest: WrapRequest,
): TextToSpeech {
  const host: TtsHost = { ...sharedTtsHost, speak: (utterance) => wrapRequest(sharedTtsHost.speak(utterance)) };
  return createLocalTts(host, settings, { scheduler });
}
