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
import { azureSpeechModelSchema, type AzureSpeechModelSettings, type FilledAzureSpeechModel } from './settings.ts';

/** The API version with OpenAI's messages. */
const VERSION = 'v1';
const MAX_AGE_MS = 59 * 60_000;

/**
 * Creates a speech model of Azure Voice Live, over `wss …/voice-live/realtime`.
 *
 * @example
 * ```ts
 * import { azureSpeechModel } from 'antiphon/providers';
 *
 * declare const api_key: string;
 * const endpoint = 'https://contoso.services.ai.azure.com';
 * const { name, model } = azureSpeechModel({ api_key, endpoint, model: 'gpt-realtime-2.1' });
 * console.log(name, model); // azure gpt-realtime-2.1
 * ```
 *
 * @throws AntiphonError `usage_invalid` for invalid settings
 */
export function azureSpeechModel(settings: AzureSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech {
  const filled = parseSettings('azureSpeechModel', 'azure', azureSpeechModelSchema(), settings);
  const { api_key, endpoint, model, extra } = filled;
  const query = withExtraQuery(
    [
      ['api-version', VERSION],
      ['model', model],
    ],
    extra,
  );
  const url = buildSocketUrl({ origin: endpoint, path: '/voice-live/realtime', query });
  return createRealtimeSpeechModel(
    {
      name: 'azure',
      url,
      headers: { 'api-key': api_key },
      settings: filled,
      createSession: (transcription) => createSession(filled, transcription),
      maxAgeMs: MAX_AGE_MS,
    },
    options,
  );
}

function createSession(
  { output, voice, voice_type, speed }: FilledAzureSpeechModel,
  transcription: JsonObject | null,
): JsonObject {
  const input = { format, turn_detection: null, transcription };
  const times = voice_type === 'openai' ? {} : { output_audio_timestamp_types: ['word'] };
  const spoken = { format, voice, voice_type, speed, ...times };
  return {
    output_modalities: [output],
    tool_choice: 'auto',
    audio: output === 'text' ? { input } : { input, output: spoken },
  };
}
