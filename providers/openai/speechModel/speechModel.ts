import type { SpeechToSpeech } from '../../../src/core/speechToSpeech.ts';
import { parseSettings } from '../../../src/core/parseSettings.ts';
import { buildSocketUrl } from '../../../src/wire/endpoint.ts';
import { withExtraQuery } from '../../../src/wire/extra.ts';
import type { JsonObject } from '../../../src/wire/json.ts';
import {
  createRealtimeSpeechModel,
  REALTIME_FORMAT as format,
} from '../../../src/wire/speechModel/realtime/createRealtimeSpeechModel.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import { openAiOrigin } from '../address.ts';
import { openAiSpeechModelSchema, type FilledOpenAiSpeechModel, type OpenAiSpeechModelSettings } from './settings.ts';

/** OpenAI ends a conversation after 60 min. */
const MAX_AGE_MS = 59 * 60_000;

/**
 * Creates a speech model over `wss …/v1/realtime`.
 *
 * @example
 * ```ts
 * import { openAiSpeechModel } from 'antiphon/providers';
 *
 * declare const api_key: string;
 * const { name, model, sampleRate } = openAiSpeechModel({ api_key });
 * console.log(name, model, sampleRate); // openai gpt-realtime-2.1 24000
 * ```
 *
 * @throws AntiphonError `usage_invalid` for invalid settings
 */
export function openAiSpeechModel(settings: OpenAiSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech {
  const filled = parseSettings('openAiSpeechModel', 'openai', openAiSpeechModelSchema(), settings);
  const { api_key, base_url, model, extra } = filled;
  const query = withExtraQuery([['model', model]], extra);
  const url = buildSocketUrl({ origin: openAiOrigin(base_url), path: '/v1/realtime', query });
  return createRealtimeSpeechModel(
    {
      name: 'openai',
      url,
      headers: { authorization: `Bearer ${api_key}` },
      settings: filled,
      createSession: (transcription) => createSession(filled, transcription),
      maxAgeMs: MAX_AGE_MS,
    },
    options,
  );
}

function createSession(
  { output, voice, speed }: FilledOpenAiSpeechModel,
  transcription: JsonObject | null,
): JsonObject {
  const input = { format, turn_detection: null, transcription };
  const audio = output === 'text' ? { input } : { input, output: { format, voice, speed } };
  return { output_modalities: [output], tool_choice: 'auto', audio };
}
