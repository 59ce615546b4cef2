import type { Issue } from '../../src/core/errors.ts';
import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraBody, withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import type { SocketRequest } from '../../src/wire/socket.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createFishDialect } from './dialect.ts';
import { requireMsgpack } from './frames.ts';
import { fishTtsSchema, type FilledFishTts, type FishTtsSettings } from './settings.ts';

/**
 * Creates Fish Audio TTS over its live WebSocket, fed with whole words as text is generated, with word timings. The
 * protocol cannot cancel an utterance, so each utterance has its own connection, opened ahead of time, and a
 * cancellation closes it.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { fishTts } from 'antiphon/providers';
 *
 * const tts = fishTts({ api_key: process.env['FISH_API_KEY'] ?? '', latency: 'balanced' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function fishTts(settings: FishTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  return createWebSocketTts(createFishWire(parseSettings('fishTts', 'fish', fishTtsSchema(), settings)), options);
}

/** Fish Audio calls the speech model its backend, and the voice a model; `model_id` here is the voice. */
const BACKEND = 's2.1-pro';
const SAMPLE_RATE = 24_000;
/** Number of characters collected before they are spoken. This is the minimum, so that speech begins early. */
const CHUNK_LENGTH = 100;
/** An unused connection is replaced after this time. */
const MAX_AGE_MS = 300_000;

export function createFishWire(settings: FilledFishTts): TtsWire {
  const request = createTtsRequest(settings);
  const { sample_rate: sampleRate = SAMPLE_RATE } = settings;
  return {
    name: 'fish',
    model: BACKEND,
    sampleRate,
    accepts: 'tokens',
    language: 'en',
    request: () => createSocketRequest(settings),
    dialect: () => createFishDialect({ request, bytesPerMs: (2 * sampleRate) / 1000 }),
    decoder: pcm16,
    maxConcurrent: 1,
    maxUtterances: 1,
    maxAgeMs: MAX_AGE_MS,
  };
}

/** Rejects with `provider_unavailable` if the package of the service's messages is not installed. */
export async function verifyFishTts(): Promise<readonly Issue[]> {
  requireMsgpack();
  return [];
}

function createSocketRequest({ api_key, base_url, extra }: FilledFishTts): SocketRequest {
  const query = withExtraQuery([], extra);
  const path = '/v1/tts/live/with-timestamp';
  const url = buildSocketUrl({ origin: 'wss://api.fish.audio', baseUrl: base_url, path, query });
  return { url, headers: withExtraHeaders({ authorization: `Bearer ${api_key}`, model: BACKEND }, extra) };
}

/** Creates the `request`. Settings without a value are omitted, so that Fish Audio's defaults apply. */
function createTtsRequest(settings: FilledFishTts): JsonObject {
  const {
    model_id,
    latency,
    normalize,
    sample_rate = SAMPLE_RATE,
    speed,
    volume,
    temperature,
    top_p,
    extra,
  } = settings;
  const prosody = { ...(speed === undefined ? {} : { speed }), ...(volume === undefined ? {} : { volume }) };
  const request = {
    text: '',
    format: 'pcm',
    sample_rate,
    latency,
    normalize,
    reference_id: model_id,
    chunk_length: CHUNK_LENGTH,
    ...(Object.keys(prosody).length === 0 ? {} : { prosody }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
  };
  return withExtraBody(request, extra);
}
