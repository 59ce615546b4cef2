import * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { baseUrl, nonEmpty, secretKey } from '../../src/core/schema.ts';

/** How a voice speaks (spec 2.6). */
export interface VoiceSettings {
  /** Steadiness of the delivery. */
  readonly stability: number;
  /** Closeness to the original voice. */
  readonly similarity_boost: number;
  /** Exaggeration of the style; models from V2 on. @default null */
  readonly style?: number | null | undefined;
  /** Boosts likeness to the speaker; models from V2 on. @default false */
  readonly use_speaker_boost?: boolean | null | undefined;
}

/** A voice as ElevenLabs lists it (spec 2.6). */
export interface Voice {
  /** Identifier of the voice. */
  readonly id: string;
  /** Name of the voice. */
  readonly name: string;
  /** Category, e.g. `premade` or `professional`. */
  readonly category: string;
  /** How it speaks; null leaves it as stored at the provider. @default null */
  readonly settings?: VoiceSettings | null | undefined;
}

export type FilledVoice = Omit<Filled<Voice>, 'settings'> & { readonly settings: Filled<VoiceSettings> | null };

const voiceSchema: z.ZodType<FilledVoice, Voice> = z.strictObject({
  id: nonEmpty,
  name: z.string(),
  category: z.string(),
  settings: z
    .strictObject({
      stability: z.number(),
      similarity_boost: z.number(),
      style: z.number().nullable().default(null),
      use_speaker_boost: z.boolean().nullable().default(false),
    })
    .nullable()
    .default(null),
});

const BELLA: FilledVoice = {
  id: 'EXAVITQu4vr4xnSDxMaL',
  name: 'Bella',
  category: 'premade',
  settings: { stability: 0.71, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
};

/** The output formats that can be decoded here; the second part is the rate in Hz. */
export type ElevenLabsEncoding =
  | 'mp3_22050_32'
  | 'mp3_24000_48'
  | `mp3_44100_${32 | 64 | 96 | 128 | 192}`
  | `pcm_${8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000}`
  | 'ulaw_8000'
  | 'alaw_8000';

const ENCODINGS = [
  'mp3_22050_32',
  'mp3_24000_48',
  'mp3_44100_32',
  'mp3_44100_64',
  'mp3_44100_96',
  'mp3_44100_128',
  'mp3_44100_192',
  'pcm_8000',
  'pcm_16000',
  'pcm_22050',
  'pcm_24000',
  'pcm_32000',
  'pcm_44100',
  'pcm_48000',
  'ulaw_8000',
  'alaw_8000',
] as const satisfies readonly ElevenLabsEncoding[];

/** Text to speech by ElevenLabs (spec 2.6, `TTS.ProviderD`). */
export interface ElevenLabsTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Voice. The default is Bella: `premade`, stability 0.71, similarity_boost 0.5, style 0, use_speaker_boost true. */
  readonly voice?: Voice | undefined;
  /** Speech model. @default "eleven_flash_v2_5" */
  readonly model?: string | undefined;
  /** Format of the audio; the second part is its rate in Hz. @default "mp3_22050_32" */
  readonly encoding?: ElevenLabsEncoding | undefined;
  /** Parses SSML tags in the text; whole messages are sent then. @default false */
  readonly enable_ssml_parsing?: boolean | undefined;
  /** Characters to collect before the first, second, third … piece is spoken. @range each 50 to 500 @default [80,120,200,260] */
  readonly chunk_length_schedule?: readonly number[] | undefined;
  /** Another address than ElevenLabs' own: a region, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
}

/** `TTS.ElevenLabs(…)` as it stands in a config. */
export interface ElevenLabsTts extends ElevenLabsTtsSettings {
  readonly provider: 'elevenlabs';
}

export type FilledElevenLabsTts = Omit<Filled<ElevenLabsTts, 'base_url'>, 'voice'> & { readonly voice: FilledVoice };

export const elevenLabsTtsSchema: Tagged<FilledElevenLabsTts, ElevenLabsTts> = z.strictObject({
  provider: z.literal('elevenlabs'),
  api_key: secretKey,
  voice: voiceSchema.default(BELLA),
  model: nonEmpty.default('eleven_flash_v2_5'),
  encoding: z.enum(ENCODINGS).default('mp3_22050_32'),
  enable_ssml_parsing: z.boolean().default(false),
  chunk_length_schedule: z.array(z.int().min(50).max(500)).default([80, 120, 200, 260]),
  base_url: baseUrl.optional(),
});
