import type { Issue } from '../../src/core/errors.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import type { WireOptions } from '../../src/wire/options.ts';
import { createHttpStt } from '../../src/wire/stt/createHttpStt.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import { createWireDeps } from '../../src/wire/wireDeps.ts';
import { createRealtimeWire } from './realtimeWire.ts';
import { findUnsupported } from './remarks.ts';
import { createTranscriptionsWire } from './transcriptionsWire.ts';
import type { OpenAiSttSettings } from './settings.ts';
import { openAiSttSchema } from './settings.ts';
import { isHttpModel } from './sttModels.ts';

/**
 * Speech to text by OpenAI, over its realtime WebSocket: 24 kHz, interims while the user
 * speaks from `gpt-live-transcribe` and `gpt-realtime-whisper`. `gpt-transcribe`, `whisper-1` and `gpt-4o-transcribe-diarize`
 * are asked over HTTP, once per utterance: 16 kHz, no interims.
 *
 * @throws ZodError where the settings break a rule
 */
export function openAiStt(settings: OpenAiSttSettings, options: WireOptions = {}): SpeechToText {
  const filled = openAiSttSchema.parse({ ...settings, provider: 'openai' });
  if (isHttpModel(filled.model)) return createHttpStt(createTranscriptionsWire(filled), options);
  return createWebSocketStt(createRealtimeWire(filled, createWireDeps(options).wallClock), options);
}

/**
 * What the model does not take of `settings`. Paths are relative to the settings.
 *
 * @throws ZodError where the settings break a rule
 */
export function findUnsupportedOpenAiStt(settings: OpenAiSttSettings): readonly Issue[] {
  return findUnsupported(openAiSttSchema.parse({ ...settings, provider: 'openai' }));
}
