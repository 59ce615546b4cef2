import { createExtraSchema, type Extra, type Reserved } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, reportAt, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Text to speech by Amazon Polly. */
export interface PollyTtsSettings {
  /** AWS region, such as `eu-central-1`. */
  readonly region: string;
  /**
   * Access key of AWS. Default: the environment variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
   * `AWS_SESSION_TOKEN`, read for each request.
   */
  readonly access_key_id?: string | undefined;
  /** Secret of the access key. */
  readonly secret_access_key?: string | undefined;
  /** Session token of temporary credentials. */
  readonly session_token?: string | undefined;
  /** Engine, which the voice must support. `generative` has no word times. @default "neural" */
  readonly engine?: 'standard' | 'neural' | 'long-form' | 'generative' | undefined;
  /** Id of the voice. @default "Joanna" */
  readonly voice?: string | undefined;
  /** Language code, for a voice with two languages. Default: the language of the voice. */
  readonly language?: string | undefined;
  /** Rate of the audio, in Hz. @default 16000 */
  readonly sample_rate?: 8000 | 16000 | undefined;
  /** `ssml` if the text contains SSML tags. @default "text" */
  readonly text_type?: 'text' | 'ssml' | undefined;
  /** Names of stored pronunciation lexicons, at most 5. Default: none. */
  readonly lexicon_names?: readonly string[] | undefined;
  /**
   * Requests the times of words, with a second request for each sentence. Default: true, unless the engine times no
   * words.
   */
  readonly word_times?: boolean | undefined;
  /** Base URL of a VPC endpoint or a proxy. Default: that of the region. */
  readonly base_url?: string | undefined;
  /** Body fields and headers of the requests that have no setting here. */
  readonly extra?: Extra<'body' | 'headers'> | undefined;
}

/**
 * `TTS.Polly(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * // The keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 * export const tts = TTS.Polly({ region: 'eu-central-1', voice: 'Vicki', language: 'de-DE' });
 * ```
 */
export interface PollyTts extends PollyTtsSettings {
  readonly provider: 'polly';
}

type WithoutDefault =
  | 'access_key_id'
  | 'secret_access_key'
  | 'session_token'
  | 'language'
  | 'lexicon_names'
  | 'word_times'
  | 'base_url'
  | 'extra';

export type FilledPollyTts = Filled<PollyTts, WithoutDefault>;

const RESERVED: Reserved<'body' | 'headers'> = {
  body: [
    ['Engine', 'LanguageCode', 'LexiconNames', 'OutputFormat', 'SampleRate'],
    ['SpeechMarkTypes', 'Text', 'TextType', 'VoiceId'],
  ].flat(),
  headers: ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'],
};

/** A region becomes part of the host name, where any other character could send the request elsewhere. */
const region = lazySchema((z) =>
  z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/u, 'a region such as "eu-central-1": lower-case letters and a number'),
);

const PAIR = 'a value, because its pair is set: an access key consists of both';

export const pollyTtsSchema: () => Tagged<FilledPollyTts, PollyTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('polly'),
      region: region(),
      access_key_id: secretKey().optional(),
      secret_access_key: secretKey().optional(),
      session_token: secretKey().optional(),
      engine: z.enum(['standard', 'neural', 'long-form', 'generative']).default('neural'),
      voice: nonEmpty().default('Joanna'),
      language: nonEmpty().optional(),
      sample_rate: z.literal([8000, 16000]).default(16000),
      text_type: z.enum(['text', 'ssml']).default('text'),
      lexicon_names: z.array(nonEmpty()).max(5).optional(),
      word_times: z.boolean().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine(
      ({ access_key_id: id, secret_access_key: secret }) => secret === undefined || id !== undefined,
      reportAt('access_key_id', PAIR),
    )
    .refine(
      ({ access_key_id: id, secret_access_key: secret }) => id === undefined || secret !== undefined,
      reportAt('secret_access_key', PAIR),
    )
    .refine(
      ({ access_key_id: id, session_token: token }) => token === undefined || id !== undefined,
      reportAt('session_token', 'no such field without `access_key_id`'),
    ),
);

/** Returns whether the engine times words. */
export function hasWordTimes(engine: FilledPollyTts['engine']): boolean {
  return engine !== 'generative';
}
