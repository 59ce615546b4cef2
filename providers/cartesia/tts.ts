import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { CartesiaDialect } from './dialect.ts';
import { createGeneration, selectVersion } from './generation.ts';
import { cartesiaTtsSchema, type CartesiaTtsSettings, type FilledCartesiaTts } from './settings.ts';

const ORIGIN = 'wss://api.cartesia.ai';
/** Cartesia ends a connection after 5 min without use and has no keep-alive message. */
const MAX_AGE_MS = 270_000;
/** The concurrent contexts of the smallest plan. */
const CONCURRENT = 2;

/**
 * Creates Cartesia TTS over its WebSocket, fed as text is generated: PCM at `sample_rate`, with word timings.
 * `findUnsupportedCartesiaTts` lists the settings that Cartesia ignores.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { cartesiaTts } from 'antiphon/providers';
 *
 * const tts = cartesiaTts({ api_key: process.env['CARTESIA_API_KEY'] ?? '', language: 'de', speed: 'fast' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function cartesiaTts(settings: CartesiaTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('cartesiaTts', 'cartesia', cartesiaTtsSchema(), settings);
  return createWebSocketTts(createCartesiaTtsWire(filled, createWireDeps(options).newId), options);
}

/** Creates the wire. `newId` creates the id of a context. */
export function createCartesiaTtsWire(settings: FilledCartesiaTts, newId: () => string): TtsWire {
  const { language, sample_rate: sampleRate, base_url, extra } = settings;
  const query = withExtraQuery([], extra);
  const url = buildSocketUrl({ origin: ORIGIN, baseUrl: base_url, path: '/tts/websocket', query });
  return {
    name: 'cartesia',
    model: settings.model,
    sampleRate,
    accepts: 'tokens',
    language,
    request: () => ({ url, headers: createHeaders(settings) }),
    dialect: () => new CartesiaDialect({ generation: createGeneration(settings), sampleRate, newId }),
    decoder: pcm16,
    maxConcurrent: CONCURRENT,
    maxAgeMs: MAX_AGE_MS,
  };
}

/** Creates the headers. The legacy version has no bearer tokens. */
function createHeaders(settings: FilledCartesiaTts): Readonly<Record<string, string>> {
  const version = selectVersion(settings);
  const key =
    version === '2024-11-13' ? { 'x-api-key': settings.api_key } : { authorization: `Bearer ${settings.api_key}` };
  return withExtraHeaders({ 'cartesia-version': version, ...key }, settings.extra);
}
