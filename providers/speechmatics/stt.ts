import { parseSettings } from '../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createSpeechmaticsDialect } from './dialect.ts';
import { classifySpeechmaticsEnd } from './faults.ts';
import { speechmaticsSttSchema, type FilledSpeechmaticsStt, type SpeechmaticsSttSettings } from './settings.ts';
import { createStartRecognition } from './startRecognition.ts';

/**
 * Creates a Speechmatics recogniser with one WebSocket per session. Forces the final transcript at the end of each
 * segment.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { speechmaticsStt } from 'antiphon/providers';
 *
 * const stt = speechmaticsStt({ api_key: process.env['SPEECHMATICS_API_KEY'] ?? '', additional_vocab: ['Antiphon'] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://docs.speechmatics.com/api-ref/realtime-transcription-websocket
 */
export function speechmaticsStt(settings: SpeechmaticsSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('speechmaticsStt', 'speechmatics', speechmaticsSttSchema(), settings);
  return createWebSocketStt(createSpeechmaticsSttWire(filled), options);
}

/** The server ends a session after an hour without audio. */
const KEEP_ALIVE_MS = 30 * 60_000;
/** The server ends a session after 48 h. */
const MAX_AGE_MS = 47 * 3_600_000;

export function createSpeechmaticsSttWire(settings: FilledSpeechmaticsStt): SttWire {
  const { api_key, region, base_url: baseUrl, model, sample_rate: sampleRate, extra } = settings;
  const origin = `wss://${region}.rt.speechmatics.com`;
  const url = buildSocketUrl({ origin, baseUrl, path: '/v2', query: withExtraQuery([], extra) });
  const headers = withExtraHeaders({ Authorization: `Bearer ${api_key}` }, extra);
  const startRecognition = createStartRecognition(settings);
  return {
    name: 'speechmatics',
    model,
    sampleRate,
    interims: settings.enable_partials,
    request: () => ({ url, headers }),
    dialect: () => createSpeechmaticsDialect(startRecognition, sampleRate),
    answerMs: 1000 * settings.final_timeout,
    silence: 'answers',
    keepAliveMs: KEEP_ALIVE_MS,
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifySpeechmaticsEnd,
  };
}
