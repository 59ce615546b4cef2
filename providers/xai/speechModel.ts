import type { SpeechToSpeech } from '../../src/core/speechToSpeech.ts';
import { parseSettings } from '../../src/core/parseSettings.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraQuery } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import {
  createRealtimeSpeechModel,
  REALTIME_FORMAT as format,
} from '../../src/wire/speechModel/realtime/createRealtimeSpeechModel.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { xaiSpeechModelSchema, type FilledXaiSpeechModel, type XaiSpeechModelSettings } from './settings.ts';

/** xAI ends a conversation after 30 min for some accounts, and after 120 min for others. */
const MAX_AGE_MS = 29 * 60_000;

/**
 * Creates a speech model of xAI, over `wss …/v1/realtime`.
 *
 * @example
 * ```ts
 * import { xaiSpeechModel } from 'antiphon/providers';
 *
 * declare const api_key: string;
 * const { name, model } = xaiSpeechModel({ api_key });
 * console.log(name, model); // xai grok-voice-latest
 * ```
 *
 * @throws AntiphonError `usage_invalid` for invalid settings
 */
export function xaiSpeechModel(settings: XaiSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech {
  const filled = parseSettings('xaiSpeechModel', 'xai', xaiSpeechModelSchema(), settings);
  const { api_key, base_url, model, extra } = filled;
  const query = withExtraQuery([['model', model]], extra);
  const url = buildSocketUrl({ origin: 'https://api.x.ai', baseUrl: base_url, path: '/v1/realtime', query });
  return createRealtimeSpeechModel(
    {
      name: 'xai',
      url,
      headers: { authorization: `Bearer ${api_key}` },
      settings: filled,
      createSession: (transcription) => createSession(filled, transcription),
      says: 'force_message',
      maxAgeMs: MAX_AGE_MS,
    },
    options,
  );
}

function createSession({ voice }: FilledXaiSpeechModel, transcription: JsonObject | null): JsonObject {
  const input = { format, transcription };
  return { voice, turn_detection: { type: null }, tool_choice: 'auto', audio: { input, output: { format } } };
}
