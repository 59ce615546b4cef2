import * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { baseUrl, nonEmpty, sampleRate } from '../../src/core/schema.ts';

/** Text to speech by Google Cloud (spec 2.6, `TTS.ProviderE`). */
export interface GoogleTtsSettings {
  /** Credentials as a dictionary: the content of a service account's key file. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Language code of the voice. @default "en-US" */
  readonly language?: string | undefined;
  /** Gender of the voice; `""`: it does not matter. @default "neutral" */
  readonly gender?: 'male' | 'female' | 'neutral' | '' | undefined;
  /** Name of the voice; `""` lets the service choose by the other settings. @default "" */
  readonly voice_name?: string | undefined;
  /** Encoding of the audio. @default "linear16" */
  readonly encoding?: 'linear16' | 'wav' | 'mp3' | undefined;
  /** Rate of the audio, in Hz; `mp3` has only those of MPEG audio. @range 8000 to 48000 @default 24000 */
  readonly sample_rate?: number | undefined;
  /** Semitones above or below the voice's own pitch. @range -20 to 20 @default 0 */
  readonly pitch?: number | undefined;
  /** Profiles of audio effects applied after synthesis, in this order, with commas between them. @default "" */
  readonly effects_profile_id?: string | undefined;
  /** Multiplier of the voice's own speed. @range 0.25 to 4 @default 1 */
  readonly speaking_rate?: number | undefined;
  /** Another address than Google's own: a region, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
}

/** `TTS.Google(…)` as it stands in a config. */
export interface GoogleTts extends GoogleTtsSettings {
  readonly provider: 'google';
}

export type FilledGoogleTts = Filled<GoogleTts, 'base_url'>;

const MPEG_RATES: readonly number[] = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

export const googleTtsSchema: Tagged<FilledGoogleTts, GoogleTts> = z
  .strictObject({
    provider: z.literal('google'),
    credentials: z.record(z.string(), z.unknown()),
    language: nonEmpty.default('en-US'),
    gender: z.enum(['male', 'female', 'neutral', '']).default('neutral'),
    voice_name: z.string().default(''),
    encoding: z.enum(['linear16', 'wav', 'mp3']).default('linear16'),
    sample_rate: sampleRate.default(24000),
    pitch: z.int().min(-20).max(20).default(0),
    effects_profile_id: z.string().default(''),
    speaking_rate: z.number().min(0.25).max(4).default(1),
    base_url: baseUrl.optional(),
  })
  .refine(mpegRateFits, {
    path: ['sample_rate'],
    error: `one of ${MPEG_RATES.join(', ')}, as \`encoding\` is mp3`,
    when: () => true,
  });

function mpegRateFits({ encoding, sample_rate }: Pick<FilledGoogleTts, 'encoding' | 'sample_rate'>): boolean {
  return encoding !== 'mp3' || MPEG_RATES.includes(sample_rate);
}
