import type * as z from 'zod';
import type { SttConfig, TtsConfig, TurnDetectionConfig, VadConfig } from '../../../providers/names.ts';
import {
  sttSchema,
  ttsSchema,
  turnDetectionSchema,
  vadSchema,
  type FilledStt,
  type FilledTts,
  type FilledTurnDetection,
  type FilledVad,
} from '../../../providers/registry.ts';
import { HIDDEN_TAGS } from '../../../operators/llmTurn/llmTurnOptions.ts';
import { DIGITS, type Digit } from '../../core/digit.ts';
import { LIMITS } from '../../core/limits.ts';
import type { HistoryMessage, MessageInput } from '../../core/message.ts';
import type { PhraseChoice } from '../../core/phrases/createPhrases.ts';
import { count, turnSeconds } from '../../core/schema.ts';
import { fillerSchema } from './filler.ts';
import type { FillerFunction } from './fillerFunction.ts';
import { initialMessagesSchema } from './messages.ts';
import { phraseChoice } from './phrases.ts';
import { pronunciationDictionary } from './pronunciation.ts';
import { sessionDataSchema } from './sessionData.ts';
import { lazySchema } from '../../core/zod.ts';

/** The config that `configure_session` returns. */
export interface SessionConfig<SessionData extends object = Record<string, unknown>> {
  /** The conversation so far; an empty array starts from scratch. */
  readonly initial_messages: readonly MessageInput[];
  /** Voice activity detection, `VAD.Silero()`. */
  readonly vad: VadConfig;
  /** Speech to text: `STT.OpenAI`, `STT.Azure`, `STT.Deepgram` or `STT.Local`, or several as `STT.Fallback`. */
  readonly stt: SttConfig;
  /** Text to speech: `TTS.OpenAI`, `TTS.Azure`, `TTS.Deepgram`, `TTS.ElevenLabs`, `TTS.Google`, `TTS.Cartesia`, `TTS.Fish` or `TTS.Local`, or several as `TTS.Fallback`. */
  readonly tts: TtsConfig;
  /** Your own data of the session: an object that `JSON.stringify` accepts, without functions. Handlers, functions and events get this object itself, not a copy. */
  readonly session_data: SessionData;
  /** Text that the agent says as soon as the client has joined; `""` for none. At most 100,000 characters. */
  readonly first_message?: string | undefined;
  /** True if the user can interrupt the agent. @default true */
  readonly allow_interruptions?: boolean | undefined;
  /** Voiced time of the user before the agent is interrupted, in seconds. @default 0.5 */
  readonly interrupt_time_threshold?: number | undefined;
  /** Words of the user before the agent is interrupted. @default 0 */
  readonly interrupt_word_threshold?: number | undefined;
  /** Least time from the last voiced sample to the commit of the user's turn, in seconds. @default 0.5 */
  readonly min_endpointing_delay?: number | undefined;
  /** What decides, beside silence, that the user has finished: `TurnDetection.Text()`, `TurnDetection.SmartTurn`, or `TurnDetection.STT()` for a recogniser that finds the ends of turns. Its delays take the place of `min_endpointing_delay`. Default: silence alone. */
  readonly turn_detection?: TurnDetectionConfig | undefined;
  /** True to ask for the answer before the turn is committed: the handler is called with `speculative: true` as soon as all words are final and the user pauses. The answer is held until the commit, and asked for again if the turn became another. @default false */
  readonly preemptive_generation?: boolean | undefined;
  /** True to synthesise the first sentence of an answer that was asked for before the commit (`preemptive_generation`), too. It is held until the commit. @default false */
  readonly preemptive_tts?: boolean | undefined;
  /** Probability from which a turn model has the answer asked for ahead, with the words so far, from 0 to 1; at most the threshold of the model counts. A lower one asks earlier, and more often in vain. Default: the threshold of `turn_detection`. */
  readonly eager_threshold?: number | undefined;
  /** Most rounds of function calls in a turn; 0: functions are not offered to the model. @default 1 */
  readonly max_nested_function_calls?: number | undefined;
  /** Resumes the clause that was cut after an interruption without words. @default true */
  readonly resume_after_false_interruption?: boolean | undefined;
  /** Phrases of a listener, such as "mhm": spoken over the agent they do not interrupt it. `'default'`: the built-in lists of the recogniser's languages; `[]`: none. At most 1000 phrases of 100 characters. @default "default" */
  readonly backchannels?: 'default' | readonly string[] | undefined;
  /** Phrases that interrupt the agent at once, such as "stop". `'default'`: the built-in lists of the recogniser's languages. At most 1000 phrases of 100 characters. @default [] */
  readonly interrupt_phrases?: 'default' | readonly string[] | undefined;
  /** True for clients without echo cancellation: ignores four words or more in a row that the agent said at most 1 s before. Only words interrupt then, voice alone does not. @default false */
  readonly ignore_echo?: boolean | undefined;
  /** Names of tags whose content the agent neither says nor remembers, such as `think` for `<think>…</think>`: thoughts of a model in its text. `[]`: none. At most 16 names of 64 letters, digits, `-` and `_`. @default ["think"] */
  readonly hidden_tags?: readonly string[] | undefined;
  /** Text that the agent says when its answer is slow, such as "One moment, please."; `""` for none. At most 100,000 characters. Or a function that returns it, or nothing. An error, and no text within 10 s, is reported (`filler_failed`). @default "" */
  readonly filler?: string | FillerFunction | undefined;
  /** Time from the commit without any text of the answer after which `filler` is said, in seconds. @default 2 */
  readonly filler_delay?: number | undefined;
  /** Time without words of the user's in which nothing is said or done, after which `on_user_away` is called, in seconds up to 3600; 0: never. @default 0 */
  readonly user_away_timeout?: number | undefined;
  /** How many times in a row `on_user_away` is called, from 1 to 100. @default 3 */
  readonly user_away_times?: number | undefined;
  /** True to say what the text means to an ear: without the marks of markdown, emoji and blocks of code, with words for units, currencies and addresses. The history has the text as it was generated. @default false */
  readonly normalize_for_speech?: boolean | undefined;
  /** What is said for a word, or for several: `{ SQL: 'sequel' }`. A key in lower case is found in any case, one with a capital letter as it is written. At most 1000 entries of 100 characters. @default {} */
  readonly pronunciation_dictionary?: Readonly<Record<string, string>> | undefined;
  /** True for push to talk: the client decides where the user's turns begin and end, by the messages `input.commit` and `input.clear`. Voice activity and `turn_detection` then decide nothing. @default false */
  readonly push_to_talk?: boolean | undefined;
  /** True if the agent is interrupted as soon as the user begins to talk in push to talk, where interruptions are allowed; else it is heard to its end, and answers then. @default true */
  readonly push_to_talk_interrupts?: boolean | undefined;
  /** True if the agent answers when it is asked to, by `session.respond()`: the user's turns become messages. @default false */
  readonly respond_on_request?: boolean | undefined;
  /** True to transcribe only: the user's turns become messages, the handler is not asked, and `tts` is not opened. @default false */
  readonly transcription_only?: boolean | undefined;
  /** `'rnnoise'` removes noise from the user's audio, before all that listens to it. It needs the optional package @echogarden/rnnoise-wasm. @default "none" */
  readonly noise_suppression?: NoiseSuppression | undefined;
  /** How the keys of a telephone are collected. An entry ends with `terminator` (default `"#"`; `""`: none), `timeout` seconds without a key (default 3, from 0.1 to 60), or at `max_digits` keys (default 32, up to 128). @default {} */
  readonly digits?: DigitsConfig | undefined;
}

/** What removes noise from the user's audio. */
export type NoiseSuppression = 'none' | 'rnnoise';

/** How the keys of a telephone are collected to an entry. */
export interface DigitsConfig {
  /** The key that ends an entry; `""`: none. @default "#" */
  readonly terminator?: Digit | '' | undefined;
  /** Time after the last key at which an entry ends without it, in seconds, from 0.1 to 60. @default 3 */
  readonly timeout?: number | undefined;
  /** Length at which an entry ends, from 1 to 128. @default 32 */
  readonly max_digits?: number | undefined;
}

/** A config with its defaults filled in; names and units are those of the configuration. */
export interface FilledConfig {
  readonly initial_messages: readonly HistoryMessage[];
  readonly vad: FilledVad;
  readonly stt: FilledStt;
  readonly tts: FilledTts;
  readonly session_data: object;
  readonly first_message?: string | undefined;
  readonly allow_interruptions: boolean;
  readonly interrupt_time_threshold: number;
  readonly interrupt_word_threshold: number;
  readonly min_endpointing_delay: number;
  readonly turn_detection?: FilledTurnDetection | undefined;
  readonly preemptive_generation: boolean;
  readonly preemptive_tts: boolean;
  readonly eager_threshold?: number | undefined;
  readonly max_nested_function_calls: number;
  readonly resume_after_false_interruption: boolean;
  readonly backchannels: PhraseChoice;
  readonly interrupt_phrases: PhraseChoice;
  readonly ignore_echo: boolean;
  readonly filler: string | FillerFunction;
  readonly hidden_tags: readonly string[];
  readonly filler_delay: number;
  readonly user_away_timeout: number;
  readonly user_away_times: number;
  readonly normalize_for_speech: boolean;
  readonly pronunciation_dictionary: Readonly<Record<string, string>>;
  readonly push_to_talk: boolean;
  readonly push_to_talk_interrupts: boolean;
  readonly respond_on_request: boolean;
  readonly transcription_only: boolean;
  readonly noise_suppression: NoiseSuppression;
  readonly digits: { readonly terminator: Digit | ''; readonly timeout: number; readonly max_digits: number };
}

export const sessionConfigSchema: () => z.ZodType<FilledConfig, SessionConfig<object>> = lazySchema((z) =>
  z.strictObject({
    initial_messages: initialMessagesSchema(),
    vad: vadSchema(),
    stt: sttSchema(),
    tts: ttsSchema(),
    session_data: sessionDataSchema(),
    first_message: z.string().max(LIMITS.sayText).optional(),
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
    ignore_echo: z.boolean().default(false),
    hidden_tags: z
      .array(z.string().regex(/^[\w-]{1,64}$/u))
      .max(16)
      .default([...HIDDEN_TAGS]),
    filler: fillerSchema().default(''),
    filler_delay: turnSeconds().default(2),
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
