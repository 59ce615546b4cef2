import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { AudioDecoderSource } from '../../src/wire/audio/decoder.ts';
import { alaw, mulaw } from '../../src/wire/audio/g711.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { classifyDeepgramEnd } from './faults.ts';
import { createFluxSpeakDialect } from './fluxSpeakDialect.ts';
import { isFlux } from './models.ts';
import { createSpeakQuery } from './query.ts';
import { deepgramTtsSchema, type DeepgramTtsSettings, type FilledDeepgramTts } from './settings.ts';
import { createAuraDialect } from './auraDialect.ts';

/**
 * Creates Deepgram TTS over a WebSocket, fed as text is generated. The connection survives interruptions.
 * `flux-…` voices use `/v2/speak`, Aura voices `/v1/speak`. Deepgram sends no word timings.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { deepgramTts } from 'antiphon/providers';
 *
 * const tts = deepgramTts({ api_key: process.env['DEEPGRAM_API_KEY'] ?? '', model: 'aura-2-thalia-en' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://developers.deepgram.com/reference/text-to-speech/speak-streaming
 */
export function deepgramTts(settings: DeepgramTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  return createWebSocketTts(
    createDeepgramTtsWire(parseSettings('deepgramTts', 'deepgram', deepgramTtsSchema(), settings)),
    options,
  );
}

/** Pause before a rejected flush is repeated: the server accepts 20 in 60 s. */
const FLUSH_RETRY_MS = 3000;
/** Less than the 60 min after which Deepgram ends a session. */
const MAX_AGE_MS = 55 * 60_000;

export function createDeepgramTtsWire(settings: FilledDeepgramTts): TtsWire {
  const { api_key, base_url: baseUrl, sample_rate, encoding, model, extra } = settings;
  const query = withExtraQuery(createSpeakQuery(settings), extra);
  const flux = isFlux({ model });
  const path = flux ? '/v2/speak' : '/v1/speak';
  const url = buildSocketUrl({ origin: 'wss://api.deepgram.com', baseUrl, path, query });
  const headers = withExtraHeaders({ Authorization: `Token ${api_key}` }, extra);
  return {
    name: 'deepgram',
    model,
    sampleRate: sample_rate,
    accepts: 'tokens',
    language: languageOf(model),
    request: () => ({ url, headers }),
    dialect: flux ? createFluxSpeakDialect : createAuraDialect,
    decoder: DECODERS[encoding],
    maxConcurrent: 1,
    keepAliveMs: flux ? undefined : FLUSH_RETRY_MS,
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifyDeepgramEnd,
  };
}

const DECODERS: Readonly<Record<FilledDeepgramTts['encoding'], AudioDecoderSource>> = { linear16: pcm16, mulaw, alaw };

/** Parses the last part of the model's name: `en` of `aura-2-thalia-en`. */
function languageOf(model: string): string {
  return /-([a-z]{2,3})$/u.exec(model)?.[1] ?? 'en';
}
