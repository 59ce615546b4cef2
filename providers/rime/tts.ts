import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { AudioDecoderSource } from '../../src/wire/audio/decoder.ts';
import { mulaw } from '../../src/wire/audio/g711.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders } from '../../src/wire/extra.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createRimeDialect } from './dialect.ts';
import { classifyRimeEnd } from './faults.ts';
import { createRimeQuery } from './query.ts';
import { rimeTtsSchema, type FilledRimeTts, type RimeTtsSettings } from './settings.ts';

const ORIGIN = 'wss://users-ws.rime.ai';
/** The characters of one request. */
const MAX_CHARS = 1000;
/** Rime documents no limit on the age of a connection. LiveKit's plugin for Rime replaces one after this time. */
const MAX_AGE_MS = 300_000;

/**
 * Creates Rime TTS over its JSON WebSocket, sentence by sentence: PCM or mu-law at `sample_rate`, with word timings in
 * English and Spanish. `findUnsupportedRimeTts` lists the settings that a model ignores.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { rimeTts } from 'antiphon/providers';
 *
 * const tts = rimeTts({ api_key: process.env['RIME_API_KEY'] ?? '', model: 'coda', voice: 'astra' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function rimeTts(settings: RimeTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('rimeTts', 'rime', rimeTtsSchema(), settings);
  return createWebSocketTts(createRimeTtsWire(filled, createWireDeps(options).newId), options);
}

/** Creates the wire. `newId` creates the id of a context. */
export function createRimeTtsWire(settings: FilledRimeTts, newId: () => string): TtsWire {
  const { api_key, model, language, encoding, sample_rate: sampleRate, base_url: baseUrl, extra } = settings;
  const url = buildSocketUrl({ origin: ORIGIN, baseUrl, path: '/ws3', query: createRimeQuery(settings) });
  const headers = withExtraHeaders({ authorization: `Bearer ${api_key}` }, extra);
  return {
    name: 'rime',
    model,
    sampleRate,
    accepts: 'sentences',
    language,
    limit: { max: MAX_CHARS, sizeOf: (text) => text.length },
    request: () => ({ url, headers }),
    dialect: () => createRimeDialect(newId),
    decoder: DECODERS[encoding],
    maxConcurrent: 1,
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifyRimeEnd,
  };
}

const DECODERS: Readonly<Record<FilledRimeTts['encoding'], AudioDecoderSource>> = { pcm: pcm16, mulaw };
