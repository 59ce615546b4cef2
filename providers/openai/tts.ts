import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { buildRequestUrl } from '../../src/wire/endpoint.ts';
import { withExtraBody, withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createHttpTts } from '../../src/wire/tts/createHttpTts.ts';
import { openAiOrigin } from './address.ts';
import { openAiTtsSchema, type FilledOpenAiTts, type OpenAiTtsSettings } from './settings.ts';
import { decodeSpeech } from './speechAudio.ts';

/** The only rate of OpenAI's `pcm`, in Hz. */
const SAMPLE_RATE = 24_000;
const MAX_CHARS = 4096;

/**
 * Creates OpenAI TTS: one `POST /v1/audio/speech` for each sentence, one sentence ahead, at 24 kHz, without word
 * timings. The API has no language parameter, so sentences are split as in English.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { openAiTts } from 'antiphon/providers';
 *
 * const tts = openAiTts({ api_key: process.env['OPENAI_API_KEY'] ?? '', instructions: 'Speak calmly.' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function openAiTts(settings: OpenAiTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('openAiTts', 'openai', openAiTtsSchema(), settings);
  return createHttpTts(
    {
      name: 'openai',
      model: filled.model,
      sampleRate: SAMPLE_RATE,
      language: 'en',
      limit: { max: MAX_CHARS, sizeOf: (text) => text.length },
      request: (text) => createRequest(text, filled),
      decode: decodeSpeech(SAMPLE_RATE),
    },
    options,
  );
}

/** @see https://platform.openai.com/docs/api-reference/audio/createSpeech */
function createRequest(input: string, settings: FilledOpenAiTts): HttpRequest {
  const { api_key, model, speed, instructions, base_url, extra } = settings;
  const headers = {
    authorization: `Bearer ${api_key}`,
    'content-type': 'application/json',
    accept: 'application/octet-stream',
  };
  const voice = createVoice(settings.voice);
  const body = {
    model,
    voice,
    input,
    response_format: 'pcm',
    speed,
    ...(instructions !== undefined && { instructions }),
  };
  return {
    url: buildRequestUrl({
      origin: openAiOrigin(base_url),
      path: '/v1/audio/speech',
      query: withExtraQuery([], extra),
    }),
    method: 'POST',
    headers: withExtraHeaders(headers, extra),
    body: JSON.stringify(withExtraBody(body, extra)),
  };
}

/** Wraps the id of a custom voice in an object. */
function createVoice(voice: string): string | { readonly id: string } {
  return voice.startsWith('voice_') ? { id: voice } : voice;
}
