import { createExtraSchema, type Extra, type Reserved } from '../../src/core/extra.ts';
import {
  baseUrl,
  finalTimeout,
  nonEmpty,
  sampleRate,
  secretKey,
  type Filled,
  type Tagged,
} from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** A word or phrase of the custom dictionary, and how it may be pronounced. */
export interface VocabularyEntry {
  /** The word or phrase as it is written, of at most six words. */
  readonly content: string;
  /** Spellings that sound like it. */
  readonly sounds_like?: readonly string[] | undefined;
}

/** A speaker who is known from earlier sessions. */
export interface KnownSpeaker {
  /** Label of the speaker in transcripts. */
  readonly label: string;
  /** Identifiers that Speechmatics has returned for the speaker. */
  readonly speaker_identifiers: readonly string[];
}

/** How speakers are told apart. */
export interface SpeakerDiarization {
  /** Maximum number of speakers that are told apart. Default: no limit. @range 2 or more */
  readonly max_speakers?: number | undefined;
  /** Makes it less likely that one voice counts as two speakers. Default: Speechmatics' own. */
  readonly prefer_current_speaker?: boolean | undefined;
  /** Higher values find more speakers. Default: Speechmatics' own. @range 0 to 1 */
  readonly speaker_sensitivity?: number | undefined;
  /** Speakers to recognise by their voice, with at most 50 identifiers. */
  readonly speakers?: readonly KnownSpeaker[] | undefined;
}

/** Speech to text by Speechmatics. */
export interface SpeechmaticsSttSettings {
  /** API key. */
  readonly api_key: string;
  /** Region in which Speechmatics processes speech. `global`: the nearest region. @default "eu" */
  readonly region?: 'eu' | 'us' | 'global' | undefined;
  /** Model, which Speechmatics called operating point before. @default "enhanced" */
  readonly model?: 'enhanced' | 'standard' | undefined;
  /** Speechmatics' code of the language or of a pack of languages, such as `de`, `cmn` or `ar_en`. @default "en" */
  readonly language?: string | undefined;
  /** Spelling of the text, such as `en-GB`. Default: Speechmatics' own. */
  readonly output_locale?: string | undefined;
  /** Variant of the model for a field or a second language, such as `medical` or `bilingual-en`. */
  readonly domain?: string | undefined;
  /** Rate of the streamed audio, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /** Custom dictionary of names and special terms, at most 1000. @default [] */
  readonly additional_vocab?: readonly (string | VocabularyEntry)[] | undefined;
  /**
   * Longest delay after which a word is final while the user speaks, in seconds. At the end of a segment, all words are
   * requested at once.
   * @range 0.7 to 4
   * @default 2
   */
  readonly max_delay?: number | undefined;
  /** `flexible`: numbers, dates and the like may delay a word beyond `max_delay`. @default "flexible" */
  readonly max_delay_mode?: 'flexible' | 'fixed' | undefined;
  /** Sends interim results while the user speaks. @default true */
  readonly enable_partials?: boolean | undefined;
  /** `speaker`: labels the speaker of each word. @default "none" */
  readonly diarization?: 'none' | 'speaker' | undefined;
  /** How speakers are told apart, with `diarization: 'speaker'`. */
  readonly speaker_diarization_config?: SpeakerDiarization | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 1.5
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of another region, a container or a proxy. Default: that of the region. */
  readonly base_url?: string | undefined;
  /** Query parameters, fields of `StartRecognition` and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `STT.Speechmatics(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['SPEECHMATICS_API_KEY'] ?? '';
 * export const stt = STT.Speechmatics({ api_key, language: 'de', additional_vocab: ['Antiphon'] });
 * ```
 */
export interface SpeechmaticsStt extends SpeechmaticsSttSettings {
  readonly provider: 'speechmatics';
}

type OptionalInStt = 'output_locale' | 'domain' | 'speaker_diarization_config' | 'base_url' | 'extra';

export type FilledSpeechmaticsStt = Filled<SpeechmaticsStt, OptionalInStt>;

const CONFIGURED = [
  ['language', 'output_locale', 'domain', 'model', 'operating_point', 'additional_vocab', 'enable_partials'],
  ['max_delay', 'max_delay_mode', 'diarization', 'speaker_diarization_config', 'channel_diarization_labels'],
  ['conversation_config'],
].flat();

/**
 * Fields that the adapter sets itself, and fields that would end utterances or request results that it does not read.
 */
const RESERVED: Reserved<'query' | 'body' | 'headers'> = {
  query: ['jwt', 'authorization'],
  body: [
    ['message', 'audio_format', 'translation_config', 'audio_events_config'],
    CONFIGURED.map((name) => `transcription_config.${name}`),
  ].flat(),
  headers: [],
};

const MAX_VOCABULARY = 1000;

const vocabulary = lazySchema((z) =>
  z.union(
    [nonEmpty(), z.strictObject({ content: nonEmpty(), sounds_like: z.array(nonEmpty()).min(1).optional() })],
    'a non-empty string, or { content, sounds_like }',
  ),
);

const diarization = lazySchema((z) =>
  z.strictObject({
    max_speakers: z.int().min(2).optional(),
    prefer_current_speaker: z.boolean().optional(),
    speaker_sensitivity: z.number().min(0).max(1).optional(),
    speakers: z
      .array(z.strictObject({ label: nonEmpty(), speaker_identifiers: z.array(nonEmpty()).min(1) }))
      .optional(),
  }),
);

export const speechmaticsSttSchema: () => Tagged<FilledSpeechmaticsStt, SpeechmaticsStt> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('speechmatics'),
    api_key: secretKey(),
    region: z.enum(['eu', 'us', 'global']).default('eu'),
    model: z.enum(['enhanced', 'standard']).default('enhanced'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:_[a-z]{2,3})*$/u, 'a code of Speechmatics, such as en or cmn_en')
      .default('en'),
    output_locale: nonEmpty().optional(),
    domain: nonEmpty().optional(),
    sample_rate: sampleRate().default(16000),
    additional_vocab: z.array(vocabulary()).max(MAX_VOCABULARY).default([]),
    max_delay: z.number().min(0.7).max(4).default(2),
    max_delay_mode: z.enum(['flexible', 'fixed']).default('flexible'),
    enable_partials: z.boolean().default(true),
    diarization: z.enum(['none', 'speaker']).default('none'),
    speaker_diarization_config: diarization().optional(),
    final_timeout: finalTimeout().default(1.5),
    base_url: baseUrl().optional(),
    extra: createExtraSchema(RESERVED).optional(),
  }),
);
