import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { classifyAzureEnd, createHeaders, selectOrigin, type AzureDeps } from './service.ts';
import { azureTtsSchema, type AzureTtsSettings, type FilledAzureTts } from './settings.ts';
import { escapeXml } from './ssml.ts';
import { createAzureTtsDialect } from './ttsDialect.ts';
import { parseLanguage, findVoice } from './voices.ts';

/**
 * Creates Azure Speech TTS over its WebSocket, sentence by sentence: PCM at `sample_rate`, with word timings.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { azureTts } from 'antiphon/providers';
 *
 * const api_key = process.env['AZURE_SPEECH_KEY'] ?? '';
 * const tts = azureTts({ api_key, region: 'westeurope', voice: 'en-US-AvaMultilingualNeural' });
 * export const voice = speak({ tts });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function azureTts(settings: AzureTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('azureTts', 'azure', azureTtsSchema(), settings);
  return createWebSocketTts(createAzureTtsWire(filled, createWireDeps(options)), options);
}

/** Keeps a turn below 10 minutes of speech, the service's limit, and far below the limit of a message. */
const MAX_BYTES = 5000;

export function createAzureTtsWire(settings: FilledAzureTts, deps: AzureDeps): TtsWire {
  const { sample_rate, extra } = settings;
  const speaker = selectVoice(settings);
  const url = createUrl(settings);
  return {
    name: 'azure',
    sampleRate: sample_rate,
    accepts: 'sentences',
    language: speaker.language,
    limit: { max: MAX_BYTES, sizeOf: (text) => Buffer.byteLength(escapeXml(text)) },
    request: () => ({ url, headers: withExtraHeaders(createHeaders(settings, deps.newId()), extra) }),
    dialect: () => createAzureTtsDialect({ ...settings, ...speaker }, deps),
    decoder: pcm16,
    maxConcurrent: 1,
    faultOf: classifyAzureEnd,
  };
}

/** Creates the URL. Custom voices have their own host. */
function createUrl({ region, endpoint_id, base_url, extra }: FilledAzureTts): string {
  return buildSocketUrl({
    origin: selectOrigin(region, endpoint_id === null ? 'tts' : 'voice'),
    baseUrl: base_url,
    path: '/tts/cognitiveservices/websocket/v1',
    query: withExtraQuery(endpoint_id === null ? [] : [['deploymentId', endpoint_id]], extra),
  });
}

/** Derives the voice from the language, or the language from the voice's name. */
function selectVoice({ voice, language }: FilledAzureTts): { readonly voice: string; readonly language: string } {
  if (voice !== null) return { voice, language: language ?? parseLanguage(voice) ?? 'en-US' };
  const spoken = language ?? 'en-US';
  return { voice: findVoice(spoken) ?? 'en-US-AvaMultilingualNeural', language: spoken };
}
