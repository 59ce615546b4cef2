import { parseSettings } from '../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import { classifyDeepgramEnd } from './faults.ts';
import { createFluxProtocol } from './fluxProtocol.ts';
import { createListenDialect, novaProtocol } from './listenDialect.ts';
import { isFlux } from './models.ts';
import { createFluxQuery, createNovaQuery } from './query.ts';
import { deepgramSttSchema, type DeepgramSttSettings, type FilledDeepgramStt } from './settings.ts';

/**
 * Creates a Deepgram recogniser with one WebSocket per session. Requests the text at the end of each segment. `flux-…`
 * models use `/v2/listen`, all others `/v1/listen`.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { deepgramStt } from 'antiphon/providers';
 *
 * const stt = deepgramStt({ api_key: process.env['DEEPGRAM_API_KEY'] ?? '', keywords: [['Antiphon', 1]] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://developers.deepgram.com/reference/speech-to-text/listen-streaming
 */
export function deepgramStt(settings: DeepgramSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('deepgramStt', 'deepgram', deepgramSttSchema(), settings);
  return createWebSocketStt(createDeepgramSttWire(filled), options);
}

/** The server closes the connection after 10 s without a frame. */
const KEEP_ALIVE_MS = 4000;

export function createDeepgramSttWire(settings: FilledDeepgramStt): SttWire {
  const wire = createWire(settings, { turns: false });
  return isFlux(settings) ? { ...wire, withTurns: createWire(settings, { turns: true }) } : wire;
}

function createWire(settings: FilledDeepgramStt, { turns }: { readonly turns: boolean }): SttWire {
  const { api_key, base_url: baseUrl, sample_rate: sampleRate, interim_results, final_timeout, extra } = settings;
  const flux = isFlux(settings);
  const [path, query] = flux
    ? ['/v2/listen', createFluxQuery(settings, turns)]
    : ['/v1/listen', createNovaQuery(settings)];
  const protocol = flux ? createFluxProtocol(sampleRate, turns) : novaProtocol;
  const url = buildSocketUrl({ origin: 'wss://api.deepgram.com', baseUrl, path, query: withExtraQuery(query, extra) });
  const headers = withExtraHeaders({ Authorization: `Token ${api_key}` }, extra);
  return {
    name: 'deepgram',
    model: settings.model,
    sampleRate,
    interims: flux || interim_results,
    delaysInterims: !flux && settings.smart_format && !settings.no_delay,
    request: () => ({ url, headers }),
    dialect: () => createListenDialect(sampleRate, protocol),
    answerMs: 1000 * final_timeout,
    silence: 'answers',
    keepAliveMs: KEEP_ALIVE_MS,
    faultOf: classifyDeepgramEnd,
  };
}
