import { parseSettings } from '../../src/core/parseSettings.ts';
import type { Issue } from '../../src/core/errors.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { createHttpStt } from '../../src/wire/stt/createHttpStt.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createRealtimeWire } from './realtimeWire.ts';
import { createTranscriptionsWire } from './transcriptionsWire.ts';
import { openAiSttSchema, type FilledOpenAiStt, type OpenAiSttSettings } from './settings.ts';
import { supportsKeywords, supportsPrompt, usesHttp } from './sttModels.ts';

/**
 * Creates an OpenAI recogniser over the realtime WebSocket: 24 kHz, with interims from `gpt-live-transcribe` and
 * `gpt-realtime-whisper`. `gpt-transcribe`, `whisper-1`, `gpt-4o-transcribe-diarize` and every model with `endpoint:
 * 'transcriptions'` use one HTTP request per utterance: 16 kHz, no interims.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { openAiStt } from 'antiphon/providers';
 *
 * const stt = openAiStt({ api_key: process.env['OPENAI_API_KEY'] ?? '', language: 'de' });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function openAiStt(settings: OpenAiSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('openAiStt', 'openai', openAiSttSchema(), settings);
  if (usesHttp(filled)) return createHttpStt(createTranscriptionsWire(filled), options);
  return createWebSocketStt(createRealtimeWire(filled, createWireDeps(options).wallClock), options);
}

/** Finds settings that the model does not support. They are not sent. */
export function findUnsupportedOpenAiStt(settings: FilledOpenAiStt): readonly Issue[] {
  const { model, prompt, keywords, noise_reduction } = settings;
  const ignored = (path: string, got: unknown, isTaken: boolean): readonly Issue[] =>
    got === undefined || isTaken
      ? []
      : [{ path, expected: `nothing: ${model} does not support it`, got: JSON.stringify(got) }];
  return [
    ...ignored('prompt', prompt, supportsPrompt(model)),
    ...ignored('keywords', keywords, supportsKeywords(model)),
    ...ignored('noise_reduction', noise_reduction, !usesHttp(settings)),
  ];
}
