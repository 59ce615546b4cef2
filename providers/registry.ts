import type * as z from 'zod';
import type { NoiseSuppressor } from '../src/core/ports.ts';
import type { Tagged } from '../src/core/schema.ts';
import { lazySchema } from '../src/core/zod.ts';
import {
  createSttFallbackSchema,
  createTtsFallbackSchema,
  type FilledSttFallback,
  type FilledTtsFallback,
  type SttFallback,
  type TtsFallback,
} from './fallback/settings.ts';
import type {
  SpeechModelConfig,
  SttConfig,
  SttMember,
  TtsConfig,
  TtsMember,
  TurnDetectionConfig,
  VadConfig,
} from './names.ts';
import { rnnoise, verifyRnnoise } from './rnnoise/rnnoise.ts';
import {
  SPEECH_MODELS,
  STT_PROVIDERS,
  TTS_PROVIDERS,
  TURN_MODELS,
  VAD_PROVIDERS,
  type SpeechModels,
  type SttProviders,
  type TtsProviders,
  type TurnModels,
  type VadProviders,
} from './vendors.ts';

export { SPEECH_MODELS, STT_PROVIDERS, TTS_PROVIDERS, TURN_MODELS, VAD_PROVIDERS } from './vendors.ts';
export type { ProviderEntry, SttEntry, TtsEntry } from '../src/core/manifest.ts';

type FilledOf<Providers> = Providers[keyof Providers] extends { readonly schema: () => infer Schema }
  ? z.output<Schema>
  : never;

export type FilledSttMember = FilledOf<SttProviders>;
export type FilledStt = FilledSttMember | FilledSttFallback<FilledSttMember>;
export type FilledTtsMember = FilledOf<TtsProviders>;
export type FilledTts = FilledTtsMember | FilledTtsFallback<FilledTtsMember>;
export type FilledVad = FilledOf<VadProviders>;
export type FilledSpeechModel = FilledOf<SpeechModels>;
export type FilledTurnDetection = FilledOf<TurnModels>;

const sttMemberSchema: () => z.ZodType<FilledSttMember, SttMember> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(STT_PROVIDERS)),
);

export const sttFallbackSchema: () => Tagged<FilledSttFallback<FilledSttMember>, SttFallback<SttMember>> = lazySchema(
  () => createSttFallbackSchema(sttMemberSchema()),
);

export const sttSchema: () => z.ZodType<FilledStt, SttConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', [...listSchemas(STT_PROVIDERS), sttFallbackSchema()]),
);

const ttsMemberSchema: () => z.ZodType<FilledTtsMember, TtsMember> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(TTS_PROVIDERS)),
);

export const ttsFallbackSchema: () => Tagged<FilledTtsFallback<FilledTtsMember>, TtsFallback<TtsMember>> = lazySchema(
  () => createTtsFallbackSchema(ttsMemberSchema()),
);

export const ttsSchema: () => z.ZodType<FilledTts, TtsConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', [...listSchemas(TTS_PROVIDERS), ttsFallbackSchema()]),
);

export const vadSchema: () => z.ZodType<FilledVad, VadConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(VAD_PROVIDERS)),
);

export const speechModelSchema: () => z.ZodType<FilledSpeechModel, SpeechModelConfig> = lazySchema((z) =>
  z.discriminatedUnion('provider', listSchemas(SPEECH_MODELS)),
);

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
