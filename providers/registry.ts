import * as z from 'zod';
import type { Issue } from '../src/core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../src/core/ports.ts';
import type { Tagged } from '../src/core/schema.ts';
import {
  azureSttSchema,
  azureTtsSchema,
  type AzureStt,
  type AzureTts,
  type FilledAzureStt,
  type FilledAzureTts,
} from './azure/settings.ts';
import { azureStt, findUnsupportedAzureStt } from './azure/stt.ts';
import { azureTts } from './azure/tts.ts';
import { findUnsupportedCartesiaTts } from './cartesia/unsupported.ts';
import { cartesiaTtsSchema, type CartesiaTts, type FilledCartesiaTts } from './cartesia/settings.ts';
import { cartesiaTts } from './cartesia/tts.ts';
import {
  deepgramSttSchema,
  deepgramTtsSchema,
  type DeepgramStt,
  type DeepgramTts,
  type FilledDeepgramStt,
  type FilledDeepgramTts,
} from './deepgram/settings.ts';
import { deepgramStt, findUnsupportedDeepgramStt } from './deepgram/stt.ts';
import { deepgramTts } from './deepgram/tts.ts';
import { elevenLabsTtsSchema, type ElevenLabsTts, type FilledElevenLabsTts } from './elevenlabs/settings.ts';
import { elevenLabsTts } from './elevenlabs/tts.ts';
import { fishTtsSchema, type FilledFishTts, type FishTts } from './fish/settings.ts';
import { fishTts } from './fish/tts.ts';
import { googleTtsSchema, type FilledGoogleTts, type GoogleTts } from './google/settings.ts';
import { findUnsupportedGoogleTts, googleTts, verifyGoogleTts } from './google/tts.ts';
import { localSttSchema, type FilledLocalStt, type LocalStt } from './local/stt/settings.ts';
import { localStt, verifyLocalStt } from './local/stt/stt.ts';
import { localTtsSchema, type FilledLocalTts, type LocalTts } from './local/tts/settings.ts';
import { localTts, verifyLocalTts } from './local/tts/tts.ts';
import type { SttConfig, TtsConfig, VadConfig } from './names.ts';
import {
  openAiSttSchema,
  openAiTtsSchema,
  type FilledOpenAiStt,
  type FilledOpenAiTts,
  type OpenAiStt,
  type OpenAiTts,
} from './openai/settings.ts';
import { openAiStt, findUnsupportedOpenAiStt } from './openai/stt.ts';
import { openAiTts } from './openai/tts.ts';
import { silero } from './silero/model.ts';
import { sileroSchema, type FilledSileroVad, type SileroVad } from './silero/settings.ts';

/**
 * What is known of a provider. `open` and `verify` are methods on purpose: their parameters compare bivariantly, so that a
 * provider can be looked up by the `provider` of the very settings it is then given.
 */
export interface ProviderEntry<Config, Settings, Port> {
  readonly schema: Tagged<Settings, Config>;
  /** Makes the port; nothing heavy is loaded and nothing runs before it is subscribed to. */
  create(settings: Settings): Port;
  /** What only the provider itself can find wrong with the settings. */
  verify?(settings: Settings): Promise<readonly Issue[]>;
  /** Settings that the provider no longer honours, though they keep every rule: what is honoured, and what was given. */
  findUnsupported?(settings: Settings): readonly Issue[];
}

export interface SttProviders {
  readonly openai: ProviderEntry<OpenAiStt, FilledOpenAiStt, SpeechToText>;
  readonly azure: ProviderEntry<AzureStt, FilledAzureStt, SpeechToText>;
  readonly deepgram: ProviderEntry<DeepgramStt, FilledDeepgramStt, SpeechToText>;
  readonly local: ProviderEntry<LocalStt, FilledLocalStt, SpeechToText>;
}

export type FilledStt = z.output<SttProviders[keyof SttProviders]['schema']>;

export const STT_PROVIDERS: SttProviders = {
  openai: { schema: openAiSttSchema, create: openAiStt, findUnsupported: findUnsupportedOpenAiStt },
  azure: { schema: azureSttSchema, create: azureStt, findUnsupported: findUnsupportedAzureStt },
  deepgram: { schema: deepgramSttSchema, create: deepgramStt, findUnsupported: findUnsupportedDeepgramStt },
  local: { schema: localSttSchema, create: localStt, verify: verifyLocalStt },
};

export const sttSchema: z.ZodType<FilledStt, SttConfig> = z.discriminatedUnion('provider', [
  STT_PROVIDERS.openai.schema,
  STT_PROVIDERS.azure.schema,
  STT_PROVIDERS.deepgram.schema,
  STT_PROVIDERS.local.schema,
]);

export interface TtsProviders {
  readonly openai: ProviderEntry<OpenAiTts, FilledOpenAiTts, TextToSpeech>;
  readonly azure: ProviderEntry<AzureTts, FilledAzureTts, TextToSpeech>;
  readonly deepgram: ProviderEntry<DeepgramTts, FilledDeepgramTts, TextToSpeech>;
  readonly elevenlabs: ProviderEntry<ElevenLabsTts, FilledElevenLabsTts, TextToSpeech>;
  readonly google: ProviderEntry<GoogleTts, FilledGoogleTts, TextToSpeech>;
  readonly cartesia: ProviderEntry<CartesiaTts, FilledCartesiaTts, TextToSpeech>;
  readonly fish: ProviderEntry<FishTts, FilledFishTts, TextToSpeech>;
  readonly local: ProviderEntry<LocalTts, FilledLocalTts, TextToSpeech>;
}

export type FilledTts = z.output<TtsProviders[keyof TtsProviders]['schema']>;

export const TTS_PROVIDERS: TtsProviders = {
  openai: { schema: openAiTtsSchema, create: openAiTts },
  azure: { schema: azureTtsSchema, create: azureTts },
  deepgram: { schema: deepgramTtsSchema, create: deepgramTts },
  elevenlabs: { schema: elevenLabsTtsSchema, create: elevenLabsTts },
  google: {
    schema: googleTtsSchema,
    create: googleTts,
    verify: verifyGoogleTts,
    findUnsupported: findUnsupportedGoogleTts,
  },
  cartesia: { schema: cartesiaTtsSchema, create: cartesiaTts, findUnsupported: findUnsupportedCartesiaTts },
  fish: { schema: fishTtsSchema, create: fishTts },
  local: { schema: localTtsSchema, create: localTts, verify: verifyLocalTts },
};

export const ttsSchema: z.ZodType<FilledTts, TtsConfig> = z.discriminatedUnion('provider', [
  TTS_PROVIDERS.openai.schema,
  TTS_PROVIDERS.azure.schema,
  TTS_PROVIDERS.deepgram.schema,
  TTS_PROVIDERS.elevenlabs.schema,
  TTS_PROVIDERS.google.schema,
  TTS_PROVIDERS.cartesia.schema,
  TTS_PROVIDERS.fish.schema,
  TTS_PROVIDERS.local.schema,
]);

export interface VadProviders {
  readonly silero: ProviderEntry<SileroVad, FilledSileroVad, VadModel>;
}

export type FilledVad = z.output<VadProviders[keyof VadProviders]['schema']>;

export const VAD_PROVIDERS: VadProviders = {
  silero: {
    schema: sileroSchema,
    create: ({ sample_rate, model_path }) => silero({ sampleRate: sample_rate, modelPath: model_path }),
  },
};

export const vadSchema: z.ZodType<FilledVad, VadConfig> = z.discriminatedUnion('provider', [
  VAD_PROVIDERS.silero.schema,
]);
