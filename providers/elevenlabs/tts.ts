import type { Issue } from '../../src/core/errors.ts';
import { parseSettings } from '../../src/core/parseSettings.ts';
import { mp3, requireMp3 } from '../../src/wire/audio/mp3.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraBody, withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketRequest } from '../../src/wire/socket.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createWordBuffer, type TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createElevenLabsDialect } from './dialect.ts';
import { classifyElevenLabsEnd } from './faults.ts';
import { parseFormat } from './formats.ts';
import { elevenLabsTtsSchema, type ElevenLabsTtsSettings, type FilledElevenLabsTts } from './settings.ts';
import { createSentenceBuffer } from './sentenceBuffer.ts';
import { createTagBuffer } from './tagBuffer.ts';

/**
 * Creates ElevenLabs TTS over its multi-context WebSocket (`multi-stream-input`). Sends text in whole words as it is
 * generated; with `auto_mode` in whole sentences; with `enable_ssml_parsing` as one message when the reply ends or
 * pauses. Times words by their characters. `encoding` determines the rate.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { elevenLabsTts } from 'antiphon/providers';
 *
 * const tts = elevenLabsTts({ api_key: process.env['ELEVENLABS_API_KEY'] ?? '', encoding: 'pcm_24000' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function elevenLabsTts(settings: ElevenLabsTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('elevenLabsTts', 'elevenlabs', elevenLabsTtsSchema(), settings);
  return createWebSocketTts(createElevenLabsWire(filled, createWireDeps(options).newId), options);
}

/** Idle time after which the server closes a connection, in s. This is the maximum. */
const INACTIVITY_S = 180;
/** Less than the server's default idle time of 20 s, and that of any proxy. */
const KEEP_ALIVE_MS = 15_000;
/** The server rejects a sixth context and also counts contexts that it has not closed yet. */
const MAX_CONTEXTS = 4;
/** The server generates all flushed text before it closes a cancelled context. */
const RELEASE_MS = 30_000;

/** Rejects with `provider_unavailable` if the encoding is mp3, and its decoder is not installed. */
export async function verifyElevenLabsTts({ encoding }: FilledElevenLabsTts): Promise<readonly Issue[]> {
  if (parseFormat(encoding).decoder === mp3) requireMp3('elevenlabs');
  return [];
}

export function createElevenLabsWire(settings: FilledElevenLabsTts, newId: () => string): TtsWire {
  const { sampleRate, bytesPerMs, decoder } = parseFormat(settings.encoding);
  const createBuffer = selectBuffer(settings);
  const opening = createOpening(settings);
  return {
    name: 'elevenlabs',
    model: settings.model,
    sampleRate,
    accepts: 'tokens',
    language: settings.language_code ?? 'en',
    request: () => createSocketRequest(settings),
    dialect: () => createElevenLabsDialect({ opening, bytesPerMs, newId, createBuffer }),
    decoder,
    maxConcurrent: MAX_CONTEXTS,
    releaseMs: RELEASE_MS,
    keepAliveMs: KEEP_ALIVE_MS,
    faultOf: classifyElevenLabsEnd,
  };
}

function selectBuffer({ enable_ssml_parsing, auto_mode, language_code }: FilledElevenLabsTts): () => TextBuffer {
  if (enable_ssml_parsing) return createTagBuffer;
  return auto_mode === true ? () => createSentenceBuffer(language_code) : createWordBuffer;
}

function createSocketRequest(settings: FilledElevenLabsTts): SocketRequest {
  const {
    api_key,
    base_url,
    voice,
    model,
    encoding,
    enable_ssml_parsing,
    auto_mode = false,
    language_code,
    extra,
  } = settings;
  const query = [
    ['model_id', model],
    ['output_format', encoding],
    ['enable_ssml_parsing', `${enable_ssml_parsing}`],
    ['inactivity_timeout', `${INACTIVITY_S}`],
    ['sync_alignment', 'true'],
    ['auto_mode', `${auto_mode}`],
    ...(language_code === undefined ? [] : [['language_code', language_code] as const]),
  ] as const;
  const url = buildSocketUrl({
    origin: 'wss://api.elevenlabs.io',
    baseUrl: base_url,
    path: `/v1/text-to-speech/${encodeURIComponent(voice.id)}/multi-stream-input`,
    query: withExtraQuery(query, extra),
  });
  return { url, headers: withExtraHeaders({ 'xi-api-key': api_key }, extra) };
}

/** Creates the first message. Omits null and empty settings, so that those stored at ElevenLabs apply. */
function createOpening(settings: FilledElevenLabsTts): JsonObject {
  const {
    voice,
    chunk_length_schedule,
    auto_mode,
    pronunciation_dictionary_locators: dictionaries = [],
    extra,
  } = settings;
  const stated = Object.entries(voice.settings ?? {}).filter(([, value]) => value !== null);
  const opening = {
    ...(voice.settings === null ? {} : { voice_settings: Object.fromEntries(stated) }),
    ...(auto_mode === true || chunk_length_schedule.length === 0
      ? {}
      : { generation_config: { chunk_length_schedule } }),
    ...(dictionaries.length === 0 ? {} : { pronunciation_dictionary_locators: dictionaries }),
  };
  return withExtraBody(opening, extra);
}
