import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import {
  baseUrl,
  count,
  finalTimeout,
  nonEmpty,
  sampleRate,
  secretKey,
  type Filled,
  type Tagged,
} from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Speech to text by AssemblyAI. */
export interface AssemblyAiSttSettings {
  /** API key. */
  readonly api_key: string;
  /**
   * Streaming model. The Universal-3 models have prompts, modes and more languages than the `universal-streaming-…` ones.
   * @default "universal-3-5-pro"
   */
  readonly model?: string | undefined;
  /**
   * BCP-47 tags of the languages that are likely to be spoken, for Universal-3. If empty, the model switches between
   * all its languages. @default []
   */
  readonly language_codes?: readonly string[] | undefined;
  /** Reports the language of each turn. @default false */
  readonly language_detection?: boolean | undefined;
  /** Names and special terms that the user is likely to say. @default [] */
  readonly keywords?: readonly string[] | undefined;
  /** Instructions for the transcription, for Universal-3. Default: AssemblyAI's own. */
  readonly prompt?: string | undefined;
  /** Preference between latency and accuracy, for Universal-3. Default: AssemblyAI's `balanced`. */
  readonly mode?: 'min_latency' | 'balanced' | 'max_accuracy' | undefined;
  /**
   * Sends interim results throughout long speech, for Universal-3. If false, long speech has one early interim result.
   * @default true
   */
  readonly continuous_partials?: boolean | undefined;
  /** Delay of the first interim result of a turn, for Universal-3, in ms. Default: AssemblyAI's own. @range 0 to 1000 */
  readonly interruption_delay?: number | undefined;
  /**
   * Adds punctuation and capitals. Universal-3 always does. `universal-streaming-…` models send formatted text later
   * than unformatted text. @default false
   */
  readonly format_turns?: boolean | undefined;
  /** Replaces profanity. @default false */
  readonly filter_profanity?: boolean | undefined;
  /** Reports the speaker of each word. @default false */
  readonly speaker_labels?: boolean | undefined;
  /** Maximum number of speakers, with `speaker_labels`. @range 1 to 10 */
  readonly max_speakers?: number | undefined;
  /** Probability from which sound counts as speech. Default: AssemblyAI's own. @range 0 to 1 */
  readonly vad_threshold?: number | undefined;
  /** Rate of the streamed audio, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /**
   * Silence after which the turn is over if the model is confident, in ms. Default: AssemblyAI's own with
   * `TurnDetection.STT()`; otherwise 5000, so that the session decides when the user has finished.
   * @range 0 or more
   */
  readonly min_turn_silence?: number | undefined;
  /**
   * Silence after which the turn is over in any case, in ms. Default: AssemblyAI's own with `TurnDetection.STT()`;
   * otherwise 5000. @range 0 or more
   */
  readonly max_turn_silence?: number | undefined;
  /**
   * Confidence from which the turn counts as over, for `universal-streaming-…` models. Default: AssemblyAI's own with
   * `TurnDetection.STT()`; otherwise 1. @range 0 to 1
   */
  readonly end_of_turn_confidence_threshold?: number | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 1
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of a region, a self-hosted server or a proxy. Default: AssemblyAI's own. */
  readonly base_url?: string | undefined;
  /** AssemblyAI's query parameters and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/**
 * `STT.AssemblyAI(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['ASSEMBLYAI_API_KEY'] ?? '';
 * export const stt = STT.AssemblyAI({ api_key, keywords: ['Antiphon'] });
 * ```
 */
export interface AssemblyAiStt extends AssemblyAiSttSettings {
  readonly provider: 'assemblyai';
}

type OptionalInStt =
  | 'prompt'
  | 'mode'
  | 'interruption_delay'
  | 'max_speakers'
  | 'vad_threshold'
  | 'min_turn_silence'
  | 'max_turn_silence'
  | 'end_of_turn_confidence_threshold';

export type FilledAssemblyAiStt = Filled<AssemblyAiStt, 'base_url' | 'extra' | OptionalInStt>;

/** Query parameters that the settings or the parsing of results depend on. */
const STREAM_QUERY = [
  ['speech_model', 'sample_rate', 'encoding', 'token', 'language_code', 'language_codes', 'language_detection'],
  ['keyterms_prompt', 'prompt', 'mode', 'continuous_partials', 'interruption_delay', 'format_turns'],
  ['filter_profanity', 'speaker_labels', 'max_speakers', 'vad_threshold', 'include_partial_turns'],
  ['min_turn_silence', 'max_turn_silence', 'end_of_turn_confidence_threshold', 'inactivity_timeout'],
  ['min_end_of_turn_silence_when_confident'],
].flat();

export const assemblyAiSttSchema: () => Tagged<FilledAssemblyAiStt, AssemblyAiStt> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('assemblyai'),
    api_key: secretKey(),
    model: nonEmpty().default('universal-3-5-pro'),
    language_codes: z.array(nonEmpty()).default([]),
    language_detection: z.boolean().default(false),
    keywords: z.array(nonEmpty()).default([]),
    prompt: nonEmpty().optional(),
    mode: z.enum(['min_latency', 'balanced', 'max_accuracy']).optional(),
    continuous_partials: z.boolean().default(true),
    interruption_delay: z.int().min(0).max(1000).optional(),
    format_turns: z.boolean().default(false),
    filter_profanity: z.boolean().default(false),
    speaker_labels: z.boolean().default(false),
    max_speakers: z.int().min(1).max(10).optional(),
    vad_threshold: z.number().min(0).max(1).optional(),
    sample_rate: sampleRate().default(16000),
    min_turn_silence: count().optional(),
    max_turn_silence: count().optional(),
    end_of_turn_confidence_threshold: z.number().min(0).max(1).optional(),
    final_timeout: finalTimeout().default(1),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: STREAM_QUERY, headers: [] }).optional(),
  }),
);
