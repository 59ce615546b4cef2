import { parseSettings } from '../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createSonioxDialect } from './dialect.ts';
import { sonioxSttSchema, type FilledSonioxStt, type SonioxSttSettings } from './settings.ts';
import { createStartMessage } from './startMessage.ts';

/**
 * Creates a Soniox recogniser with one WebSocket per session. Requests the text at the end of each segment. It can also
 * find the ends of turns.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { sonioxStt } from 'antiphon/providers';
 *
 * const stt = sonioxStt({ api_key: process.env['SONIOX_API_KEY'] ?? '', language_hints: ['en'] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://soniox.com/docs/api-reference/stt/websocket-api
 */
export function sonioxStt(settings: SonioxSttSettings, options: AdapterOptions = {}): SpeechToText {
  return createWebSocketStt(
    createSonioxSttWire(parseSettings('sonioxStt', 'soniox', sonioxSttSchema(), settings)),
    options,
  );
}

/** The server may close the connection after 20 s without audio or a keepalive. */
const KEEP_ALIVE_MS = 8000;
/** Less than the 300 min to which Soniox limits a stream. */
const MAX_AGE_MS = 295 * 60_000;

export function createSonioxSttWire(settings: FilledSonioxStt): SttWire {
  return { ...createWire(settings, false), withTurns: createWire(settings, true) };
}

function createWire(settings: FilledSonioxStt, turns: boolean): SttWire {
  const { api_key, base_url: baseUrl, model, sample_rate: sampleRate, final_timeout, extra } = settings;
  const url = buildSocketUrl({ origin: 'wss://stt-rt.soniox.com', baseUrl, path: '/transcribe-websocket' });
  const headers = withExtraHeaders({ Authorization: `Bearer ${api_key}` }, extra);
  const startMessage = createStartMessage(settings, turns);
  return {
    name: 'soniox',
    model,
    sampleRate,
    interims: true,
    request: () => ({ url, headers }),
    dialect: () => createSonioxDialect({ sampleRate, startMessage, reportsTurns: turns }),
    answerMs: 1000 * final_timeout,
    silence: 'fails',
    keepAliveMs: KEEP_ALIVE_MS,
    maxAgeMs: MAX_AGE_MS,
  };
}
