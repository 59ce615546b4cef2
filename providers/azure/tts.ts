import type { TextToSpeech } from '../../src/core/ports.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { WireOptions } from '../../src/wire/options.ts';
import type { TtsWire } from '../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { createWireDeps } from '../../src/wire/wireDeps.ts';
import { azureFaultOf, headersOf, originOf } from './service.ts';
import type { AzureTtsSettings, FilledAzureTts } from './settings.ts';
import { azureTtsSchema } from './settings.ts';
import { azureTtsDialect } from './ttsDialect.ts';
import { languageOf, voiceFor } from './voices.ts';

/**
 * Text to speech by Azure Speech: `wss://{region}.tts.speech.microsoft.com/tts/cognitiveservices/websocket/v1`. Sentence by
 * sentence, with the time of each word. Audio of `sample_rate` Hz.
 *
 * @throws ZodError where `settings` are not what their type says
 */
export function azureTts(settings: AzureTtsSettings, options: WireOptions = {}): TextToSpeech {
  return createWebSocketTts(
    azureTtsWire(azureTtsSchema.parse({ ...settings, provider: 'azure' }), createWireDeps(options)),
    options,
  );
}

/** How Azure's voices are reached and talked to. */
export function azureTtsWire(settings: FilledAzureTts, world: Pick<WireDeps, 'newId' | 'wallClock'>): TtsWire {
  const { sample_rate, extra } = settings;
  const { voice, language } = speakerOf(settings);
  const url = urlOf(settings);
  return {
    name: 'azure',
    sampleRate: sample_rate,
    accepts: 'sentences',
    language,
    request: () => ({ url, headers: withExtraHeaders(headersOf(settings, world.newId()), extra) }),
    dialect: () => azureTtsDialect({ ...settings, voice, language }, world),
    decoder: pcm16,
    maxConcurrent: 1,
    faultOf: azureFaultOf,
  };
}

/** Custom voices live on a host of their own. */
function urlOf({ region, endpoint_id, base_url, extra }: FilledAzureTts): string {
  return buildSocketUrl({
    origin: originOf(region, endpoint_id === null ? 'tts' : 'voice'),
    baseUrl: base_url,
    path: '/tts/cognitiveservices/websocket/v1',
    query: withExtraQuery(endpoint_id === null ? [] : [['deploymentId', endpoint_id]], extra),
  });
}

/** What is not given follows from what is: the voice from the language, the language from the voice's name. */
function speakerOf({ voice, language }: FilledAzureTts): { readonly voice: string; readonly language: string } {
  if (voice !== null) return { voice, language: language ?? languageOf(voice) ?? 'en-US' };
  const spoken = language ?? 'en-US';
  return { voice: voiceFor(spoken) ?? 'en-US-AvaMultilingualNeural', language: spoken };
}
