import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import {
  baseUrl,
  finalTimeout,
  nonEmpty,
  reportAt,
  secretKey,
  type Filled,
  type Tagged,
} from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Speech to text by OpenAI. */
export interface OpenAiSttSettings {
  /** API key. */
  readonly api_key: string;
  /** ISO 639-1 code of the spoken language; `""` lets the model detect it. @default "en" */
  readonly language?: string | undefined;
  /** Transcription model. @default "gpt-live-transcribe" */
  readonly model?: string | undefined;
  /**
   * Where the audio goes: `realtime`, over a WebSocket as it is spoken, or `transcriptions`, in one HTTP request for
   * each segment. Most compatible servers have only `transcriptions`. Default: the one that OpenAI uses for this model.
   */
  readonly endpoint?: 'realtime' | 'transcriptions' | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * Default: 2.5, or 4 over HTTP.
   * @range 0.1 to 60
   */
  readonly final_timeout?: number | undefined;
  /** Topic of the conversation, or words in their correct spelling. */
  readonly prompt?: string | undefined;
  /** Names and terms to expect, for `gpt-live-transcribe` and `gpt-transcribe`. */
  readonly keywords?: readonly string[] | undefined;
  /**
   * Filters noise before transcription: `near_field` for headsets and telephones, `far_field` for laptops and rooms.
   * Not over HTTP. Default: no filter.
   */
  readonly noise_reduction?: 'near_field' | 'far_field' | undefined;
  /** Base URL of a compatible or self-hosted server, or a proxy. Default: OpenAI's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of the session (over HTTP: of the form) that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `STT.OpenAI(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['OPENAI_API_KEY'] ?? '';
 * export const stt = STT.OpenAI({ api_key, language: 'de', keywords: ['Antiphon'] });
 * ```
 */
export interface OpenAiStt extends OpenAiSttSettings {
  readonly provider: 'openai';
}

export type FilledOpenAiStt = Filled<
  OpenAiStt,
  'endpoint' | 'base_url' | 'final_timeout' | 'prompt' | 'keywords' | 'noise_reduction' | 'extra'
>;

/** Fields of the session and the form that the settings or the parsing of answers depend on. */
const STT_BODY = [
  ['type', 'audio.input.format', 'audio.input.turn_detection', 'audio.input.noise_reduction'],
  ['model', 'language', 'languages', 'prompt', 'keywords'].map((name) => `audio.input.transcription.${name}`),
  ['file', 'model', 'language', 'languages', 'prompt', 'keywords', 'response_format', 'stream', 'chunking_strategy'],
  ['languages[]', 'keywords[]'],
].flat();

export const openAiSttSchema: () => Tagged<FilledOpenAiStt, OpenAiStt> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('openai'),
    api_key: secretKey(),
    language: z.string().default('en'),
    model: nonEmpty().default('gpt-live-transcribe'),
    endpoint: z.enum(['realtime', 'transcriptions']).optional(),
    final_timeout: finalTimeout().optional(),
    prompt: nonEmpty().optional(),
    keywords: z.array(nonEmpty()).optional(),
    noise_reduction: z.enum(['near_field', 'far_field']).optional(),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: ['intent', 'model'], body: STT_BODY, headers: ['accept'] }).optional(),
  }),
);

/** Text to speech by OpenAI. */
export interface OpenAiTtsSettings {
  /** API key. */
  readonly api_key: string;
  /**
   * Speech model. OpenAI retires all models of this endpoint on 2027-01-06. After that, use another provider, or a
   * compatible server at `base_url` with its model. @default "gpt-4o-mini-tts"
   */
  readonly model?: string | undefined;
  /** Voice. @default "alloy" */
  readonly voice?: string | undefined;
  /** Multiplier of the voice's own speed. @range 0.25 to 4 @default 1 */
  readonly speed?: number | undefined;
  /** Description of the voice's sound: tone, accent, pace. Not for `tts-1` and `tts-1-hd`. */
  readonly instructions?: string | undefined;
  /** Base URL of a compatible or self-hosted server, or a proxy. Default: OpenAI's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, body fields and headers of the speech endpoint that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.OpenAI(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['OPENAI_API_KEY'] ?? '';
 * export const tts = TTS.OpenAI({ api_key, voice: 'alloy', instructions: 'Speak calmly.' });
 * ```
 */
export interface OpenAiTts extends OpenAiTtsSettings {
  readonly provider: 'openai';
}

export type FilledOpenAiTts = Filled<OpenAiTts, 'instructions' | 'base_url' | 'extra'>;

/** Fields that the settings set, or that change the form of the answer. */
const RESERVED_IN_TTS = {
  query: [],
  body: ['model', 'voice', 'input', 'instructions', 'response_format', 'speed', 'stream_format'],
  headers: ['accept'],
};

export const openAiTtsSchema: () => Tagged<FilledOpenAiTts, OpenAiTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('openai'),
      api_key: secretKey(),
      model: nonEmpty().default('gpt-4o-mini-tts'),
      voice: nonEmpty().default('alloy'),
      speed: z.number().min(0.25).max(4).default(1),
      instructions: nonEmpty().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED_IN_TTS).optional(),
    })
    .refine(
      ({ model, instructions }) => instructions === undefined || !/^tts-1(?:-hd)?$/u.test(model),
      reportAt('instructions', 'no such field with `tts-1` and `tts-1-hd`, which do not support instructions'),
    ),
);
