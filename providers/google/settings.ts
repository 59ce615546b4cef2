import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, reportAt, sampleRate, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Text to speech by Google Cloud. */
export interface GoogleTtsSettings {
  /** Credentials as a dictionary: the content of a service account's key file. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Language code of the voice. @default "en-US" */
  readonly language?: string | undefined;
  /**
   * Gender of the voice that the service chooses; `"neutral"` and `""` mean any. Ignored with `voice_name`.
   * @default "neutral"
   */
  readonly gender?: 'male' | 'female' | 'neutral' | '' | undefined;
  /** Name of the voice; `""` lets the service choose by `language` and `gender`. @default "" */
  readonly voice_name?: string | undefined;
  /** Encoding of the audio. @default "linear16" */
  readonly encoding?: 'linear16' | 'wav' | 'mp3' | undefined;
  /** Rate of the audio, in Hz; `mp3` allows only the rates of MPEG audio. @range 8000 to 48000 @default 24000 */
  readonly sample_rate?: number | undefined;
  /** Semitones above or below the voice's own pitch. Not for Chirp and Gemini voices. @range -20 to 20 @default 0 */
  readonly pitch?: number | undefined;
  /** Audio effects profiles applied after synthesis, in order, separated by commas. @default "" */
  readonly effects_profile_id?: string | undefined;
  /**
   * Multiplier of the voice's own speed. The service rejects values above 2, so higher ones are sent as 2.
   * @range 0.25 to 4
   * @default 1
   */
  readonly speaking_rate?: number | undefined;
  /** Gemini-TTS model, such as `gemini-2.5-flash-tts`, for a `voice_name` such as `Kore`. */
  readonly model?: string | undefined;
  /** Description of the delivery, for a Gemini-TTS model; up to 4000 bytes. */
  readonly prompt?: string | undefined;
  /** Base URL of a region or a proxy. Default: Google's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, body fields and headers of `text:synthesize` that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.Google(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 * import { readFileSync } from 'node:fs';
 *
 * const credentials = JSON.parse(readFileSync('service-account.json', 'utf8'));
 * export const tts = TTS.Google({ credentials, language: 'en-GB', gender: 'female' });
 * ```
 */
export interface GoogleTts extends GoogleTtsSettings {
  readonly provider: 'google';
}

export type FilledGoogleTts = Filled<GoogleTts, 'model' | 'prompt' | 'base_url' | 'extra'>;

/** The service rejects a higher rate. */
export const MAX_SPEAKING_RATE = 2;

const MPEG_RATES: readonly number[] = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Fields that the settings set or that change the form of the answer. The service accepts both spellings of a field.
 */
const RESERVED = {
  query: ['alt', '$alt', 'fields', '$fields', 'key', 'access_token', 'oauth_token', 'prettyPrint', '$prettyPrint'],
  body: [
    [
      'input.text',
      'input.ssml',
      'input.markup',
      'input.prompt',
      'input.multiSpeakerMarkup',
      'input.multi_speaker_markup',
    ],
    ['voice.languageCode', 'voice.language_code', 'voice.name', 'voice.ssmlGender', 'voice.ssml_gender'],
    ['voice.modelName', 'voice.model_name', 'audio_config', 'audioConfig.audioEncoding', 'audioConfig.audio_encoding'],
    ['audioConfig.sampleRateHertz', 'audioConfig.sample_rate_hertz', 'audioConfig.pitch', 'audioConfig.speakingRate'],
    ['audioConfig.speaking_rate', 'audioConfig.effectsProfileId', 'audioConfig.effects_profile_id'],
  ].flat(),
  headers: [],
};

const MAX_PROMPT_BYTES = 4000;

export const googleTtsSchema: () => Tagged<FilledGoogleTts, GoogleTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('google'),
      credentials: z.record(z.string(), z.unknown()),
      language: nonEmpty().default('en-US'),
      gender: z.enum(['male', 'female', 'neutral', '']).default('neutral'),
      voice_name: z.string().default(''),
      encoding: z.enum(['linear16', 'wav', 'mp3']).default('linear16'),
      sample_rate: sampleRate().default(24000),
      pitch: z.number().min(-20).max(20).default(0),
      effects_profile_id: z.string().default(''),
      speaking_rate: z.number().min(0.25).max(4).default(1),
      model: nonEmpty().optional(),
      prompt: nonEmpty().refine(isPromptLength, `at most ${MAX_PROMPT_BYTES} bytes`).optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine(isMpegRate, reportAt('sample_rate', `one of ${MPEG_RATES.join(', ')}, because \`encoding\` is mp3`))
    .refine(isPitchSupported, reportAt('pitch', '0: Chirp and Gemini voices refuse a pitch'))
    .refine(
      ({ prompt, model }) => prompt === undefined || model !== undefined,
      reportAt('prompt', 'no such field without `model`: only Gemini-TTS models take a prompt'),
    )
    .refine(
      ({ voice_name, model }) => model === undefined || voice_name !== '',
      reportAt('voice_name', 'the name of a Gemini voice such as "Kore", because `model` is set'),
    ),
);

function isMpegRate({ encoding, sample_rate }: Pick<FilledGoogleTts, 'encoding' | 'sample_rate'>): boolean {
  return encoding !== 'mp3' || MPEG_RATES.includes(sample_rate);
}

function isPitchSupported({
  voice_name,
  model,
  pitch,
}: Pick<FilledGoogleTts, 'voice_name' | 'model' | 'pitch'>): boolean {
  return pitch === 0 || (model === undefined && !(typeof voice_name === 'string' && /-Chirp/iu.test(voice_name)));
}

function isPromptLength(prompt: string): boolean {
  return Buffer.byteLength(prompt) <= MAX_PROMPT_BYTES;
}
