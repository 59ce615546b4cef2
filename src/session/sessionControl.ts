import type * as z from 'zod';
import type { SttConfig, TtsConfig } from '../../providers/names.ts';
import type { SpeechToText, TextToSpeech } from '../core/ports.ts';
import type { AddedMessage } from '../core/message.ts';
import type { ReplyRequest } from '../core/speech.ts';
import type { Background } from './config/background.ts';
import type { SessionConfig } from './config/config.ts';

/** The settings of the config that `session.update` accepts under the same name. */
export type ChangeableSetting =
  | 'vad'
  | 'allow_interruptions'
  | 'interrupt_time_threshold'
  | 'interrupt_word_threshold'
  | 'min_endpointing_delay'
  | 'turn_detection'
  | 'max_nested_function_calls'
  | 'resume_after_false_interruption'
  | 'backchannels'
  | 'interrupt_phrases'
  | 'remarks'
  | 'hidden_tags'
  | 'filler'
  | 'filler_delay'
  | 'on_failure_message'
  | 'user_away_timeout'
  | 'user_away_times'
  | 'digits'
  | 'push_to_talk'
  | 'push_to_talk_interrupts'
  | 'respond_on_request';

/**
 * Settings as in the config; `null` restores the initial value of the session. `vad` changes only the given settings,
 * never the model.
 */
export type ChangedSettings = { readonly [Name in ChangeableSetting]?: SessionConfig[Name] | null | undefined };

/** The changes for `session.update`. A field that is absent or undefined stays as it is. */
export interface SessionUpdate extends ChangedSettings {
  /**
   * Replaces the leading system message of the history, or inserts one if there is none. From 1 to 1,000,000
   * characters.
   */
  readonly instructions?: string | undefined;
  /** Replaces all functions of the agent; `{}`: none. */
  readonly functions?: ChangedFunctions | undefined;
  /**
   * Replaces the voice: a provider's settings, as in the config, or your own port. In a session with `ports.tts`,
   * settings are checked but that port stays; only another port replaces it. `null` restores the initial voice of the
   * session.
   */
  readonly tts?: TtsConfig | TextToSpeech | null | undefined;
  /**
   * Replaces the recogniser from the user's next turn on. Settings, ports, `null` and `ports.stt` work as for `tts`.
   * Segments of the previous turn stay with the old recogniser, which is closed when their words are known.
   */
  readonly stt?: SttConfig | SpeechToText | null | undefined;
  /**
   * BCP-47 tag of the new language. Replaces the language of the recogniser, and of a voice that has a language
   * setting. If the same update sets `stt` or `tts`, that one keeps its own language.
   */
  readonly language?: string | undefined;
}

export type ChangedFunctions = Readonly<Record<string, AgentFunction<never>>>;

/** The controls of a session, for its functions, its handlers and its owner. */
export interface SessionControl {
  readonly id: string;
  /**
   * Speaks `text` within the current reply, or as a separate reply. The text becomes part of the history. A text of
   * more than 100,000 characters is rejected with `limit_exceeded` on `errors$`.
   */
  say(text: string): void;
  /** Ends the current reply for good, if interruptions are allowed. */
  interrupt(): void;
  /**
   * Requests an answer to the conversation so far, including what the user has just said (for `respond_on_request`);
   * with a request, a reply of its own, as soon as neither side speaks. An invalid request is reported as
   * `usage_invalid` on `errors$`.
   */
  respond(request?: ReplyRequest): void;
  /**
   * Adds messages to the history, which the model gets from its next request on: what the agent has said elsewhere, or
   * what it is to know. No reply follows. Invalid messages change nothing, and are reported as `usage_invalid` on
   * `errors$`.
   */
  addMessages(messages: readonly AddedMessage[]): void;
  /**
   * Ends the calls with this id: `signal` fires, and their result is `interrupted: may have been carried out`. After a
   * background call, no reply follows. Does nothing for `uninterruptible` functions and for calls that have ended.
   */
  cancel(tool_call_id: string): void;
  /**
   * Changes the agent from its next reply on, and the settings for listening from the user's next turn on. The current
   * reply keeps its settings in all its rounds. Several updates before then act as one: the last value of each field
   * counts. An invalid update changes nothing, and is reported as `update_invalid` on `errors$`. Before the start, an
   * update affects the first reply; after the end, it does nothing.
   */
  update(changes: SessionUpdate): void;
  /**
   * Ends the session at once, or after the agent's current speech and the user's current words.
   * @default after: 'speech'
   */
  end(options?: { readonly after?: 'speech' | 'now' | undefined }): void;
  /**
   * Sends telephone keys to the other end of the line. Resolves when the line has accepted them.
   *
   * @param digits 1 to 64 of 0 to 9, *, #, A to D, and `w` for a pause of 0.5 s
   * @throws (rejects with) AntiphonError `line_action_unsupported`, `line_action_failed` or `usage_invalid`; it is also
   *   on `errors$`
   */
  sendDigits(digits: string): Promise<void>;
  /**
   * Connects the caller with another party, at once or when the agent has nothing more to say, and then ends the
   * session with `transferred`. If it fails, the session continues. Do not await it in a function: the agent says its
   * last words only afterwards.
   *
   * @param target a destination that the line understands, such as a telephone number: 1 to 256 characters
   * @throws (rejects with) as `sendDigits`
   */
  transfer(target: string, options?: LineActionOptions): Promise<void>;
  /**
   * Hangs up, at once or when the agent has nothing more to say, and ends the session. For a line that does not support
   * this, use `end()`: such lines hang up themselves when the session ends.
   *
   * @throws (rejects with) as `sendDigits`
   */
  hangUp(options?: LineActionOptions): Promise<void>;
}

/** The time at which a line carries out an action. */
export interface LineActionOptions {
  /** @default 'speech' */
  readonly after?: 'speech' | 'now' | undefined;
}

/** The second argument of a function. */
export interface FunctionContext<SessionData> {
  readonly session_data: SessionData;
  /** Fires when the call is settled before it returns: by an interruption, its timeout, or the session's end. */
  readonly signal: AbortSignal;
  readonly tool_call_id: string;
  /**
   * For background functions: sets the first result that the model gets. Call it before `execute` returns, or before
   * its first `await`; later, it counts as `progress`.
   * @default "running in the background: the result follows"
   */
  acknowledge(text: string): void;
  /**
   * For background functions: tells the model, in its next reply, what the function has done so far, at most 100 times.
   * `say`: the agent also says it: `true` says the text itself. @default say: false
   */
  progress(text: string, options?: { readonly say?: boolean | string | undefined }): void;
  /** The session. After `signal` has fired, `say` does nothing, because its text would follow the next answer. */
  readonly session: SessionControl;
}

/** A function of an agent, created by `defineFunction`. */
export interface AgentFunction<SessionData> {
  readonly description: string;
  readonly parameters: z.ZodType;
  /** JSON Schema of the parameters. */
  readonly json_schema: Record<string, unknown>;
  readonly uninterruptible: boolean;
  /** True if words that ask something new abort it. Default: they wait for its result. */
  readonly interruptible?: boolean | undefined;
  /** In seconds. */
  readonly timeout: number;
  /** Text that the agent says while the function runs, unless the model has said something before the call. */
  readonly filler?: string | undefined;
  /** Absent: the model waits for its result. */
  readonly background?: Background | undefined;
  execute(args: never, context: FunctionContext<SessionData>): unknown;
}
