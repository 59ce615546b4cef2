import type { Issue } from '../../src/core/errors.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import type { WorldOptions } from '../../src/wire/options.ts';
import { recogniserByRequest } from '../../src/wire/stt/byRequest.ts';
import { recogniserOver } from '../../src/wire/stt/recogniser.ts';
import { worldOf } from '../../src/wire/world.ts';
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
export function openAiStt(settings: OpenAiSttSettings, options: WorldOptions = {}): SpeechToText {
  const filled = openAiSttSchema.parse({ ...settings, provider: 'openai' });
  if (isHttpModel(filled.model)) return recogniserByRequest(createTranscriptionsWire(filled), options);
  return recogniserOver(createRealtimeWire(filled, worldOf(options).wallClock), options);
}

/**
 * What the model does not take of `settings`. Paths are relative to the settings.
 *
 * @throws ZodError where the settings break a rule
 */
export function findUnsupportedOpenAiStt(settings: OpenAiSttSettings): readonly Issue[] {
  return findUnsupported(openAiSttSchema.parse({ ...settings, provider: 'openai' }));
}
