import type { TextToSpeech } from '../../src/core/ports.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { classifyAzureEnd, createHeaders, selectOrigin } from './service.ts';
import { azureTtsSchema, type AzureTtsSettings, type FilledAzureTts } from './settings.ts';
import { createAzureTtsDialect } from './ttsDialect.ts';
import { parseLanguage, findVoice } from './voices.ts';

/**
 * Text to speech by Azure Speech: `wss://{region}.tts.speech.microsoft.com/tts/cognitiveservices/websocket/v1`. Sentence by
 * sentence, with the time of each word. Audio of `sample_rate` Hz.
 *
 * @throws ZodError where `settings` are not what their type says
 */
export function azureTts(settings: AzureTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  return createWebSocketTts(
    createAzureTtsWire(azureTtsSchema.parse({ ...settings, provider: 'azure' }), createWireDeps(options)),
    options,
  );
}

/** Creates the wire of Azure's voices. */
export function createAzureTtsWire(settings: FilledAzureTts, deps: Pick<WireDeps, 'newId' | 'wallClock'>): TtsWire {
  const { sample_rate, extra } = settings;
  const { voice, language } = selectVoice(settings);
  const url = createUrl(settings);
  return {
    name: 'azure',
    sampleRate: sample_rate,
    accepts: 'sentences',
    language,
    request: () => ({ url, headers: withExtraHeaders(createHeaders(settings, deps.newId()), extra) }),
    dialect: () => createAzureTtsDialect({ ...settings, voice, language }, deps),
    decoder: pcm16,
    maxConcurrent: 1,
    faultOf: classifyAzureEnd,
  };
}

/** Creates the URL. Custom voices have a host of their own. */
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
