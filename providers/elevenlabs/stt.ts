import { parseSettings } from '../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { classifyElevenLabsEnd } from './faults.ts';
import { createScribeDialect } from './scribe/dialect.ts';
import { createScribeQuery } from './scribe/query.ts';
import { elevenLabsSttSchema, type ElevenLabsSttSettings, type FilledElevenLabsStt } from './scribe/settings.ts';

/**
 * Creates ElevenLabs' recogniser, Scribe, with one WebSocket per session. Commits the audio at the end of each segment.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { elevenLabsStt } from 'antiphon/providers';
 *
 * const stt = elevenLabsStt({ api_key: process.env['ELEVENLABS_API_KEY'] ?? '', keyterms: ['Antiphon'] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime
 */
export function elevenLabsStt(settings: ElevenLabsSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('elevenLabsStt', 'elevenlabs', elevenLabsSttSchema(), settings);
  return createWebSocketStt(createElevenLabsSttWire(filled), options);
}

/** The server closes a connection after about 15 s without audio. */
const KEEP_ALIVE_MS = 5000;

export function createElevenLabsSttWire(settings: FilledElevenLabsStt): SttWire {
  const { api_key, base_url: baseUrl, sample_rate: sampleRate, previous_text: previousText, extra } = settings;
  const isTimed = settings.include_timestamps || settings.include_language_detection;
  const namesLanguage = settings.language_code === undefined || settings.secondary_languages.length > 0;
  const url = buildSocketUrl({
    origin: 'wss://api.elevenlabs.io',
    baseUrl,
    path: '/v1/speech-to-text/realtime',
    query: withExtraQuery(createScribeQuery(settings), extra),
  });
  const headers = withExtraHeaders({ 'xi-api-key': api_key }, extra);
  return {
    name: 'elevenlabs',
    model: settings.model,
    sampleRate,
    interims: true,
    request: () => ({ url, headers }),
    dialect: () => createScribeDialect({ sampleRate, isTimed, namesLanguage, previousText }),
    answerMs: 1000 * settings.final_timeout,
    silence: 'fails',
    keepAliveMs: KEEP_ALIVE_MS,
    faultOf: classifyElevenLabsEnd,
  };
}
