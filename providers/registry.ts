import type * as z from 'zod';
import type { Issue } from '../src/core/errors.ts';
import type { NoiseSuppressor, SpeechToText, TextToSpeech, VadModel } from '../src/core/ports.ts';
import type { TurnModel } from '../src/core/turnModel.ts';
import type { Tagged } from '../src/core/schema.ts';
import { azureSttSchema, azureTtsSchema } from './azure/settings.ts';
import { azureStt, findUnsupportedAzureStt } from './azure/stt.ts';
import { azureTts } from './azure/tts.ts';
import { cartesiaTtsSchema } from './cartesia/settings.ts';
import { cartesiaTts } from './cartesia/tts.ts';
import { findUnsupportedCartesiaTts } from './cartesia/unsupported.ts';
import { listDeepgramLanguages } from './deepgram/models.ts';
import { deepgramSttSchema, deepgramTtsSchema } from './deepgram/settings.ts';
import { deepgramStt } from './deepgram/stt.ts';
import { deepgramTts } from './deepgram/tts.ts';
import { findUnsupportedDeepgramStt } from './deepgram/unsupported.ts';
import { elevenLabsTtsSchema } from './elevenlabs/settings.ts';
import { elevenLabsTts, verifyElevenLabsTts } from './elevenlabs/tts.ts';
import {
  createSttFallbackSchema,
  createTtsFallbackSchema,
  type FilledSttFallback,
  type FilledTtsFallback,
  type SttFallback,
  type TtsFallback,
} from './fallback/settings.ts';
import { fishTtsSchema } from './fish/settings.ts';
import { fishTts, verifyFishTts } from './fish/tts.ts';
import { googleTtsSchema } from './google/settings.ts';
import { findUnsupportedGoogleTts, googleTts, verifyGoogleTts } from './google/tts.ts';
import { localSttSchema } from './local/stt/settings.ts';
import { localStt, verifyLocalStt } from './local/stt/stt.ts';
import { localTtsSchema } from './local/tts/settings.ts';
import { localTts, verifyLocalTts } from './local/tts/tts.ts';
import type { SttConfig, SttMember, TtsConfig, TtsMember, TurnDetectionConfig, VadConfig } from './names.ts';
import { openAiSttSchema, openAiTtsSchema } from './openai/settings.ts';
import { findUnsupportedOpenAiStt, openAiStt } from './openai/stt.ts';
import { openAiTts } from './openai/tts.ts';
import { rnnoise, verifyRnnoise } from './rnnoise/rnnoise.ts';
import { silero } from './silero/model.ts';
import { sileroSchema } from './silero/settings.ts';
import { smartTurnSchema } from './silero/smartTurn/settings.ts';
import { smartTurn } from './silero/smartTurn/smartTurn.ts';
import { textTurnsSchema } from './textRules/settings.ts';
import { textRules } from './textRules/textRules.ts';
import { verifySilero, verifySmartTurn } from './silero/verify.ts';
import { sttTurnsSchema } from './sttTurns/settings.ts';
import { lazySchema } from '../src/core/zod.ts';

/**
 * A provider's schema and functions. The functions are declared as methods on purpose: method parameters are bivariant,
 * so a provider can be looked up by the `provider` of the settings and then be given those settings.
 */
export interface ProviderEntry<Config, Settings, Port> {
  /** Returns the schema of its settings as written in a config. */
  readonly schema: () => Tagged<Settings, Config>;
  /** Creates the port. Loads nothing heavy and runs nothing before a subscription. */
  create(settings: Settings): Port;
  /**
   * Finds faults in the settings that only the provider itself can find. When `signal` aborts, the result is no longer
   * awaited.
   */
  verify?(settings: Settings, signal?: AbortSignal): Promise<readonly Issue[]>;
  /**
   * Finds valid settings that the provider no longer honours; `expected` is what it honours. Paths begin in the
   * settings.
   */
  findUnsupported?(settings: Settings): readonly Issue[];
}

/** A recogniser, with its configured languages. */
export interface SttEntry<Config, Settings> extends ProviderEntry<Config, Settings, SpeechToText> {
  /** Lists the BCP-47 tags of the languages that may be spoken; empty if the recogniser detects any language. */
  listLanguages(settings: Settings): readonly string[];
}

type Entry<Schema extends () => z.ZodType, Port> = ProviderEntry<
  z.input<ReturnType<Schema>>,
  z.output<ReturnType<Schema>>,
  Port
>;

type SttEntryOf<Schema extends () => z.ZodType> = SttEntry<z.input<ReturnType<Schema>>, z.output<ReturnType<Schema>>>;

export interface SttProviders {
  readonly openai: SttEntryOf<typeof openAiSttSchema>;
  readonly azure: SttEntryOf<typeof azureSttSchema>;
  readonly deepgram: SttEntryOf<typeof deepgramSttSchema>;
  readonly local: SttEntryOf<typeof localSttSchema>;
}

export type FilledSttMember = z.output<ReturnType<SttProviders[keyof SttProviders]['schema']>>;
export type FilledStt = FilledSttMember | FilledSttFallback<FilledSttMember>;

export const STT_PROVIDERS: SttProviders = {
  openai: {
    schema: openAiSttSchema,
    create: openAiStt,
    findUnsupported: findUnsupportedOpenAiStt,
    listLanguages: ({ language }) => (language === '' ? [] : [language]),
  },
  azure: {
    schema: azureSttSchema,
    create: azureStt,
    findUnsupported: findUnsupportedAzureStt,
    listLanguages: ({ languages }) => languages,
  },
  deepgram: {
    schema: deepgramSttSchema,
    create: deepgramStt,
    findUnsupported: findUnsupportedDeepgramStt,
    listLanguages: listDeepgramLanguages,
  },
  local: {
    schema: localSttSchema,
    create: localStt,
    verify: verifyLocalStt,
    listLanguages: ({ language }) => [language],
  },
};

const sttMemberSchema: () => z.ZodType<FilledSttMember, SttMember> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(STT_PROVIDERS)),
);

export const sttFallbackSchema: () => Tagged<FilledSttFallback<FilledSttMember>, SttFallback<SttMember>> = lazySchema(
  () => createSttFallbackSchema(sttMemberSchema()),
);

export const sttSchema: () => z.ZodType<FilledStt, SttConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', [...listSchemas(STT_PROVIDERS), sttFallbackSchema()]),
);

export interface TtsProviders {
  readonly openai: Entry<typeof openAiTtsSchema, TextToSpeech>;
  readonly azure: Entry<typeof azureTtsSchema, TextToSpeech>;
  readonly deepgram: Entry<typeof deepgramTtsSchema, TextToSpeech>;
  readonly elevenlabs: Entry<typeof elevenLabsTtsSchema, TextToSpeech>;
  readonly google: Entry<typeof googleTtsSchema, TextToSpeech>;
  readonly cartesia: Entry<typeof cartesiaTtsSchema, TextToSpeech>;
  readonly fish: Entry<typeof fishTtsSchema, TextToSpeech>;
  readonly local: Entry<typeof localTtsSchema, TextToSpeech>;
}

export type FilledTtsMember = z.output<ReturnType<TtsProviders[keyof TtsProviders]['schema']>>;
export type FilledTts = FilledTtsMember | FilledTtsFallback<FilledTtsMember>;

export const TTS_PROVIDERS: TtsProviders = {
  openai: { schema: openAiTtsSchema, create: openAiTts },
  azure: { schema: azureTtsSchema, create: azureTts },
  deepgram: { schema: deepgramTtsSchema, create: deepgramTts },
  elevenlabs: { schema: elevenLabsTtsSchema, create: elevenLabsTts, verify: verifyElevenLabsTts },
  google: {
    schema: googleTtsSchema,
    create: googleTts,
    verify: verifyGoogleTts,
    findUnsupported: findUnsupportedGoogleTts,
  },
  cartesia: { schema: cartesiaTtsSchema, create: cartesiaTts, findUnsupported: findUnsupportedCartesiaTts },
  fish: { schema: fishTtsSchema, create: fishTts, verify: verifyFishTts },
  local: { schema: localTtsSchema, create: localTts, verify: verifyLocalTts },
};

const ttsMemberSchema: () => z.ZodType<FilledTtsMember, TtsMember> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(TTS_PROVIDERS)),
);

export const ttsFallbackSchema: () => Tagged<FilledTtsFallback<FilledTtsMember>, TtsFallback<TtsMember>> = lazySchema(
  () => createTtsFallbackSchema(ttsMemberSchema()),
);

export const ttsSchema: () => z.ZodType<FilledTts, TtsConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', [...listSchemas(TTS_PROVIDERS), ttsFallbackSchema()]),
);

export interface VadProviders {
  readonly silero: Entry<typeof sileroSchema, VadModel>;
}

export type FilledVad = z.output<ReturnType<VadProviders[keyof VadProviders]['schema']>>;

export const VAD_PROVIDERS: VadProviders = {
  silero: {
    schema: sileroSchema,
    create: ({ sample_rate, model_path, engine }) => silero({ sampleRate: sample_rate, modelPath: model_path, engine }),
    verify: verifySilero,
  },
};

export const vadSchema: () => z.ZodType<FilledVad, VadConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(VAD_PROVIDERS)),
);

export interface TurnModels {
  readonly text: Entry<typeof textTurnsSchema, TurnModel>;
  readonly 'smart-turn': Entry<typeof smartTurnSchema, TurnModel>;
  /** Turn detection by the recogniser, without a separate model. */
  readonly stt: Entry<typeof sttTurnsSchema, undefined>;
}

export type FilledTurnDetection = z.output<ReturnType<TurnModels[keyof TurnModels]['schema']>>;

export const TURN_MODELS: TurnModels = {
  text: { schema: textTurnsSchema, create: textRules },
  'smart-turn': {
    schema: smartTurnSchema,
    create: ({ model_path: modelPath }) => smartTurn({ modelPath }),
    verify: verifySmartTurn,
  },
  stt: { schema: sttTurnsSchema, create: () => undefined },
};

export const turnDetectionSchema: () => z.ZodType<FilledTurnDetection, TurnDetectionConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(TURN_MODELS)),
);

/** The noise suppressors for the user's audio, by their names in a config. */
export const NOISE_SUPPRESSORS: { readonly rnnoise: NoiseSuppressorEntry } = {
  rnnoise: { create: rnnoise, verify: verifyRnnoise },
};

export interface NoiseSuppressorEntry {
  /** Creates the noise suppressor. Loads nothing heavy before a stream is opened. */
  create(): NoiseSuppressor;
  /** Rejects with `provider_unavailable` if its package is not installed. */
  verify(): Promise<void>;
}

type SchemaOf<Providers> = Providers[keyof Providers] extends { readonly schema: () => infer Schema } ? Schema : never;

function listSchemas<Providers extends object>(providers: Providers): [SchemaOf<Providers>, ...SchemaOf<Providers>[]] {
  return Object.values(providers).map(({ schema }) => schema()) as [SchemaOf<Providers>];
}
