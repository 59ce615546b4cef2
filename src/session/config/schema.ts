import type * as z from 'zod';
import type {
  SpeechModelConfig,
  SttConfig,
  TtsConfig,
  TurnDetectionConfig,
  VadConfig,
} from '../../../providers/names.ts';
import {
  speechModelSchema,
  sttSchema,
  ttsSchema,
  turnDetectionSchema,
  vadSchema,
  type FilledSpeechModel,
  type FilledStt,
  type FilledTts,
  type FilledTurnDetection,
  type FilledVad,
} from '../../../providers/registry.ts';
import { HIDDEN_TAGS } from '../../../operators/llmTurn/llmTurnOptions.ts';
import { DIGITS, type Digit } from '../../core/digit.ts';
import { LIMITS } from '../../core/limits.ts';
import type { HistoryMessage, MessageInput } from '../../core/message.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import { count, turnSeconds, type Filled } from '../../core/schema.ts';
import { fillerSchema, type FillerFunction } from './filler.ts';
import { initialMessagesSchema } from './messages.ts';
import { phraseChoice } from './phrases.ts';
import { pronunciationDictionary } from './pronunciation.ts';
import { replyRequestSchema } from './replyRequest.ts';
import { sessionDataSchema } from './sessionData.ts';
import { lazySchema } from '../../core/zod.ts';

/** The config that `configure_session` returns. */
export interface SessionConfig<SessionData extends object = Record<string, unknown>> {
  /** The conversation so far; an empty array starts from scratch. */
  readonly initial_messages: readonly MessageInput[];
  /** Voice activity detection, `VAD.Silero()`. */
  readonly vad: VadConfig;
  /**
   * Speech to text: a provider of `STT`, such as `STT.Deepgram`, or several as `STT.Fallback`. Optional beside a speech
   * model (`model`).
   */
  readonly stt?: SttConfig | undefined;
  /**
   * Text to speech: a provider of `TTS`, such as `TTS.Deepgram`, or several as `TTS.Fallback`. Optional beside a speech
   * model that speaks itself.
   */
  readonly tts?: TtsConfig | undefined;
  /**
   * A model that hears the user and speaks itself, such as `SpeechModel.OpenAI`, in place of `llm_response_handler`.
   * Default: none.
   */
  readonly model?: SpeechModelConfig | undefined;
  /**
   * Your own session data: an object that `JSON.stringify` accepts, without functions. Handlers, functions and events
   * receive this object itself, not a copy.
   */
  readonly session_data: SessionData;
  /** Text that the agent says as soon as the client has joined; `""`: none. At most 100,000 characters. */
  readonly first_message?: string | undefined;
  /**
   * What the model is asked to say as soon as the client has joined, after `first_message` if there is one, such as `{
   * instructions: 'Greet the caller.' }`: the first reply, as `session.respond()` requests it. Default: nothing.
   */
  readonly greeting?: ReplyRequest | undefined;
  /** True if the user can interrupt the agent. @default true */
  readonly allow_interruptions?: boolean | undefined;
  /** Voiced time after which the user interrupts the agent, in seconds. @default 0.5 */
  readonly interrupt_time_threshold?: number | undefined;
  /** Number of words that the user must say to interrupt the agent. @default 0 */
  readonly interrupt_word_threshold?: number | undefined;
  /** Minimum time from the last voiced sample to the commit of the user's turn, in seconds. @default 0.5 */
  readonly min_endpointing_delay?: number | undefined;
  /**
   * Decides, in addition to silence, when the user has finished: `TurnDetection.Text()`, `TurnDetection.SmartTurn`, or
   * `TurnDetection.STT()` for a recogniser that finds the ends of turns. Its delays replace `min_endpointing_delay`.
   * Default: silence alone.
   */
  readonly turn_detection?: TurnDetectionConfig | undefined;
  /**
   * True to request the answer before the turn is committed: the handler is called with `speculative: true` as soon as
   * all words are final and the user pauses. The answer is held until the commit, and requested again if the turn has
   * changed.
   * @default false
   */
  readonly preemptive_generation?: boolean | undefined;
  /**
   * True to also synthesise the first sentence of an answer that was requested before the commit
   * (`preemptive_generation`). Its audio is held until the commit.
   * @default false
   */
  readonly preemptive_tts?: boolean | undefined;
  /**
   * Probability of the end of a turn, from 0 to 1, at which the answer is requested ahead with the words so far; capped
   * at the threshold of the turn model. A lower value requests earlier, and wastes more requests. Default: the
   * threshold of `turn_detection`.
   */
  readonly eager_threshold?: number | undefined;
  /** Maximum rounds of function calls in a turn; 0: the model is offered no functions. @default 1 */
  readonly max_nested_function_calls?: number | undefined;
  /** True to resume the clause that was cut after an interruption without words. @default true */
  readonly resume_after_false_interruption?: boolean | undefined;
  /**
   * Phrases of a listener, such as "mhm", that do not interrupt the agent. `'default'`: the built-in lists for the
   * recogniser's languages; `[]`: none. At most 1000 phrases of 100 characters.
   * @default "default"
   */
  readonly backchannels?: 'default' | readonly string[] | undefined;
  /**
   * Phrases that interrupt the agent at once, such as "stop", given 0.25 s of voice in their segment. `'default'`: the
   * built-in lists for the recogniser's languages. At most 1000 phrases of 100 characters.
   * @default []
   */
  readonly interrupt_phrases?: 'default' | readonly string[] | undefined;
  /**
   * Phrases of a waiting user, such as "are you there?" or the agent's name. They are added to the history, and the
   * agent keeps working on its answer. `'default'`: the built-in lists for the recogniser's languages; `[]`: none. At
   * most 1000 phrases of 100 characters.
   * @default "default"
   */
  readonly remarks?: 'default' | readonly string[] | undefined;
  /**
   * True for clients without echo cancellation: ignores four or more consecutive words that the agent said at most 1 s
   * before. Only words then interrupt; voice alone does not.
   * @default false
   */
  readonly ignore_echo?: boolean | undefined;
  /**
   * Names of tags whose content the agent neither says nor remembers, such as `think` for `<think>…</think>`, in which
   * models write their thoughts. `[]`: none. At most 16 names of 64 letters, digits, `-` and `_`.
   * @default ["think"]
   */
  readonly hidden_tags?: readonly string[] | undefined;
  /**
   * Text that the agent says when its answer is slow, such as "One moment, please."; `""`: none. At most 100,000
   * characters. Or a function that returns the text, or nothing. If it fails, or does not answer within 10 s,
   * `filler_failed` is reported.
   * @default ""
   */
  readonly filler?: string | FillerFunction | undefined;
  /** Time after the commit at which `filler` is said if the answer has brought no text, in seconds. @default 2 */
  readonly filler_delay?: number | undefined;
  /**
   * Text that the agent says once if the model or the voice fails before a word of the answer is heard, such as "Sorry,
   * say that again, please."; `null` or `""`: nothing. At most 100,000 characters.
   * @default null
   */
  readonly on_failure_message?: string | null | undefined;
  /**
   * Time in which the user says nothing, and nothing else is said or done, after which `on_user_away` is called, in
   * seconds up to 3600; 0: never.
   * @default 0
   */
  readonly user_away_timeout?: number | undefined;
  /** Maximum number of consecutive calls of `on_user_away`, from 1 to 100. @default 3 */
  readonly user_away_times?: number | undefined;
  /**
   * True to speak text in its spoken form: without markdown, emoji and code blocks, and with words for units,
   * currencies and addresses. The history keeps the text as generated.
   * @default false
   */
  readonly normalize_for_speech?: boolean | undefined;
  /**
   * Spoken forms of words or phrases: `{ SQL: 'sequel' }`. A lower-case key matches any case; a key with a capital
   * letter matches only as written. At most 1000 entries of 100 characters.
   * @default {}
   */
  readonly pronunciation_dictionary?: Readonly<Record<string, string>> | undefined;
  /**
   * True for push to talk: the client decides where the user's turns begin and end, with the messages `input.commit`
   * and `input.clear`. Voice activity and `turn_detection` then have no effect.
   * @default false
   */
  readonly push_to_talk?: boolean | undefined;
  /**
   * True if the user interrupts the agent by starting to talk in push to talk, where interruptions are allowed.
   * Otherwise the agent finishes speaking first, and then answers.
   * @default true
   */
  readonly push_to_talk_interrupts?: boolean | undefined;
  /**
   * True if the agent answers only on request, by `session.respond()`; the user's turns become messages.
   * @default false
   */
  readonly respond_on_request?: boolean | undefined;
  /**
   * True to only transcribe: the user's turns become messages, the handler is not called, and `tts` is not opened.
   * @default false
   */
  readonly transcription_only?: boolean | undefined;
  /**
   * `'rnnoise'` removes noise from the user's audio before anything else processes it. It needs the optional package
   * `@echogarden/rnnoise-wasm`.
   * @default "none"
   */
  readonly noise_suppression?: NoiseSuppression | undefined;
  /**
   * How telephone keys are collected. An entry ends with `terminator` (default `"#"`; `""`: none), after `timeout`
   * seconds without a key (default 3, from 0.1 to 60), or at `max_digits` keys (default 32, up to 128).
   * @default {}
   */
  readonly digits?: DigitsConfig | undefined;
}

/** A noise suppressor for the user's audio. */
export type NoiseSuppression = 'none' | 'rnnoise';

/** Settings for collecting telephone keys into an entry. */
export interface DigitsConfig {
  /** The key that ends an entry; `""`: none. @default "#" */
  readonly terminator?: Digit | '' | undefined;
  /** Time after the last key at which an entry ends without a terminator, in seconds, from 0.1 to 60. @default 3 */
  readonly timeout?: number | undefined;
  /** Number of keys at which an entry ends, from 1 to 128. @default 32 */
  readonly max_digits?: number | undefined;
}

/** Fields without a default. */
type Optional = 'stt' | 'tts' | 'model' | 'first_message' | 'greeting' | 'turn_detection' | 'eager_threshold';

/** Fields whose values the schema fills in or converts. */
interface Parsed {
  readonly initial_messages: readonly HistoryMessage[];
  readonly vad: FilledVad;
  readonly stt?: FilledStt | undefined;
  readonly tts?: FilledTts | undefined;
  readonly model?: FilledSpeechModel | undefined;
  readonly turn_detection?: FilledTurnDetection | undefined;
  readonly digits: Filled<DigitsConfig>;
}

/** A config with defaults filled in, with the names and units of the configuration. */
export type FilledConfig = Omit<Filled<SessionConfig<object>, Optional>, keyof Parsed> & Parsed;

export const sessionConfigSchema: () => z.ZodType<FilledConfig, SessionConfig<object>> = lazySchema((z) =>
  z.strictObject({
    initial_messages: initialMessagesSchema(),
    vad: vadSchema(),
    stt: sttSchema().optional(),
    tts: ttsSchema().optional(),
    model: speechModelSchema().optional(),
    session_data: sessionDataSchema(),
    first_message: z.string().max(LIMITS.sayText).optional(),
    greeting: replyRequestSchema().optional(),
    allow_interruptions: z.boolean().default(true),
    interrupt_time_threshold: turnSeconds().default(0.5),
    interrupt_word_threshold: count().default(0),
    min_endpointing_delay: turnSeconds().default(0.5),
    turn_detection: turnDetectionSchema().optional(),
    preemptive_generation: z.boolean().default(false),
    preemptive_tts: z.boolean().default(false),
    eager_threshold: z.number().min(0).max(1).optional(),
    max_nested_function_calls: count().default(1),
    resume_after_false_interruption: z.boolean().default(true),
    backchannels: phraseChoice().default('default'),
    interrupt_phrases: phraseChoice().default([]),
    remarks: phraseChoice().default('default'),
    ignore_echo: z.boolean().default(false),
    hidden_tags: z
      .array(z.string().regex(/^[\w-]{1,64}$/u))
      .max(16)
      .default([...HIDDEN_TAGS]),
    filler: fillerSchema().default(''),
    filler_delay: turnSeconds().default(2),
    on_failure_message: z.string().max(LIMITS.sayText).nullable().default(null),
    user_away_timeout: z.number().min(0).max(3600).default(0),
    user_away_times: z.int().min(1).max(100).default(3),
    normalize_for_speech: z.boolean().default(false),
    pronunciation_dictionary: pronunciationDictionary().default({}),
    push_to_talk: z.boolean().default(false),
    push_to_talk_interrupts: z.boolean().default(true),
    respond_on_request: z.boolean().default(false),
    transcription_only: z.boolean().default(false),
    noise_suppression: z.enum(['none', 'rnnoise']).default('none'),
    digits: z
      .strictObject({
        terminator: z.enum(['', ...DIGITS]).default('#'),
        timeout: z.number().min(0.1).max(60).default(3),
        max_digits: z.int().min(1).max(128).default(32),
      })
      .prefault({}),
  }),
);
