import type * as z from 'zod';
import type { SpeechModelConfig } from '../../providers/names.ts';
import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import type { ChatMessage, FunctionResult, Tool } from '../core/message.ts';
import type { ToolChoice } from '../core/speech.ts';
import { describeKind } from '../core/describeInput.ts';
import { loadZod } from '../core/zod.ts';
import type { SessionConfig } from './config/config.ts';
import type { EventHandlers } from './eventInputs.ts';
import { parseBackground, type Background } from './config/background.ts';
import type { AgentFunction, FunctionContext, SessionControl } from './sessionControl.ts';
import { withoutHandler } from './transcribingAgent.ts';

/** Input of `configure_session`. */
export interface ConfigureSessionInput<CustomData = Record<string, unknown>> {
  /** The `custom_data` of `startSession`. */
  readonly custom_data: CustomData;
  /** Fires when the start fails. */
  readonly signal: AbortSignal;
  /** True if the session is resumed from a checkpoint, whose history and session data replace those of the config. */
  readonly resumed?: true | undefined;
  /**
   * Present if another agent hands over its conversation to this one. The `session_data`, `first_message` and VAD model
   * of the config are then ignored.
   */
  readonly handoff?: { readonly from: string | undefined; readonly session_data: object } | undefined;
}

/** Input of `llm_response_handler`. All fields but the first two are extensions. */
export interface LLMResponseHandlerInput<SessionData = object> {
  /** A copy of the whole history, in the format of chat completion clients. You may change it. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires as soon as the reply is cut. Pass it to requests. */
  readonly signal: AbortSignal;
  /** The agent's functions; undefined if there are none, or if no further round is permitted. */
  readonly tools: Tool[] | undefined;
  /** The `tool_choice` that `session.respond()` has set for this reply; absent otherwise. */
  readonly tool_choice?: ToolChoice | undefined;
  /**
   * True while the turn is not yet committed (`preemptive_generation`); absent otherwise. If the user goes on speaking,
   * the answer is discarded unheard, so cause no lasting effects here. Function calls wait for the commit.
   */
  readonly speculative?: true | undefined;
  readonly session: SessionControl;
}

/** Input of `on_digits`. */
export interface OnDigitsInput<SessionData = object> {
  /** The keys that the user has pressed, such as `42` or `*7`, without the terminator. */
  readonly digits: string;
  readonly session_data: SessionData;
  /** Fires when the session ends, or after 10 s. */
  readonly signal: AbortSignal;
  readonly session: SessionControl;
}

/** Input of `on_user_away`. */
export interface OnUserAwayInput<SessionData = object> {
  /** The number of consecutive calls without a sign of the user: 1, 2 … up to `user_away_times`. */
  readonly times: number;
  /** A copy of the whole history, in the format of chat completion clients. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires when the user returns, when anything else is said or done, when the session ends, or after 10 s. */
  readonly signal: AbortSignal;
  readonly session: SessionControl;
}

/** Input of `on_session_resumed`: the state that the checkpoint could not save. */
export interface OnSessionResumedInput<SessionData = object> {
  /** The data of the checkpoint. */
  readonly session_data: SessionData;
  /** The user's words whose answer was not finished. The handler answers them after anything you say here. */
  readonly unanswered: string | null;
  /** The text of the agent's current utterance, as far as it was sent to the voice. */
  readonly speaking: string | null;
  /**
   * The part of that text that was heard, as of up to 1 s before the session was lost. Only this part is in the
   * history.
   */
  readonly heard: string;
  /** The results of the calls that were running: `interrupted: may have been carried out`. They are in the history. */
  readonly interrupted_calls: readonly FunctionResult[];
  /** The number of oldest messages that were dropped from the history. */
  readonly dropped_messages: number;
  /** The changes by `session.update()` or a handoff that were lost. */
  readonly lost_updates: readonly ('functions' | 'tts' | 'stt' | 'agent' | 'filler')[];
  readonly session: SessionControl;
}

export interface FunctionDefinition<Parameters extends z.ZodType, SessionData> {
  /** The description for the model. */
  readonly description: string;
  /** The schema of the arguments. Invalid arguments are reported to the model and `execute` is not called. */
  readonly parameters: Parameters;
  /**
   * True if the function continues when the reply is interrupted; the next turn waits for it, at most 10 s.
   * @default false
   */
  readonly uninterruptible?: boolean | undefined;
  /**
   * True if anything that the user says while the function runs aborts it, for example a long search. Otherwise only
   * corrections abort it, and other words wait for its result.
   * @default false
   */
  readonly interruptible?: boolean | undefined;
  /** In seconds, above 0. @default 30; 300 in the background */
  readonly timeout?: number | undefined;
  /**
   * Lets the conversation go on while the function runs. The model gets a first result at once, and the final result
   * as soon as the function has returned: `true` is `{ result: 'when_idle', duplicates: 'refuse', cancel: false }`. The
   * user's words do not abort it, so it is neither `uninterruptible` nor `interruptible`. It cannot hand over.
   * @default false
   */
  readonly background?: boolean | Partial<Background> | undefined;
  /**
   * Text that the agent says while the function runs, unless the model has said something before the call.
   * @default none
   */
  readonly filler?: string | undefined;
  /**
   * Returns the result. A string is passed on unchanged, `undefined` becomes "", and anything else is encoded as JSON.
   */
  execute(args: z.output<Parameters>, context: FunctionContext<SessionData>): unknown;
}

/**
 * Creates a function that the model can call. `parameters` is an object schema of zod 4. A schema that JSON Schema
 * cannot express, such as a Date, fails at import.
 *
 * @example
 * ```ts
 * import { defineFunction } from 'antiphon';
 * import * as z from 'zod';
 *
 * export const book_table = defineFunction({
 *   description: 'Books a table for tonight.',
 *   parameters: z.object({ people: z.int().min(1) }),
 *   execute: async ({ people }, { signal }) => {
 *     const { ok } = await fetch(`https://tables.example/${people}`, { method: 'POST', signal });
 *     return ok ? 'booked' : 'no table is free';
 *   },
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid`
 */
export function defineFunction<Parameters extends z.ZodType, SessionData = never>(
  definition: FunctionDefinition<Parameters, SessionData>,
): AgentFunction<SessionData> {
  const { description, parameters, uninterruptible = false, interruptible, filler, execute } = definition;
  const background = parseBackground(definition);
  const { timeout = background === undefined ? 30 : 300 } = definition;
  if (!(timeout > 0)) throw new AntiphonError('usage_invalid', `timeout: expected seconds above 0, got ${timeout}`);
  const json_schema = createJsonSchema(parameters);
  if (uninterruptible && interruptible === true)
    throw new AntiphonError(
      'usage_invalid',
      'uninterruptible: expected false or nothing for a function with interruptible: true, got true',
    );
  const optional = {
    ...(interruptible === true && { interruptible }),
    ...(filler && { filler }),
    ...(background && { background }),
  };
  return { description, parameters, uninterruptible, timeout, json_schema, execute, ...optional };
}

function createJsonSchema(parameters: z.ZodType): Record<string, unknown> {
  if (!isZod(parameters))
    throw createParametersError(`z.object({ … }) of zod 4, got ${describeParameters(parameters)}`);
  const schema = toJsonSchema(parameters);
  // Models accept only objects.
  if (schema['type'] !== 'object')
    throw createParametersError(
      `an object schema, got ${describeSchema(schema)}: name the argument, such as z.object({ value: … })`,
    );
  return schema;
}

function isZod(parameters: unknown): boolean {
  return typeof parameters === 'object' && parameters !== null && '_zod' in parameters;
}

function toJsonSchema(parameters: z.ZodType): Record<string, unknown> {
  try {
    return loadZod().toJSONSchema(parameters, { io: 'input' });
  } catch (cause) {
    throw createParametersError('a schema that JSON Schema can express', cause);
  }
}

function describeParameters(parameters: unknown): string {
  const isZod3 = typeof parameters === 'object' && parameters !== null && '_def' in parameters;
  return isZod3 ? 'a schema of zod 3' : describeKind(parameters);
}

function describeSchema({ type, anyOf }: Record<string, unknown>): string {
  if (typeof type === 'string') return `one of type "${type}"`;
  return Array.isArray(anyOf) ? 'a union' : 'one without a type';
}

function createParametersError(expected: string, cause?: unknown): AntiphonError {
  return new AntiphonError('usage_invalid', `parameters: expected ${expected}`, { path: 'parameters', cause });
}

/** An agent: two callbacks, its functions and nine event handlers. You may set its fields at any time. */
export interface Agent<SessionData extends object = object> extends EventHandlers<NoInfer<SessionData>> {
  /** Runs at the start of every session. */
  configure_session(input: ConfigureSessionInput): SessionConfig<SessionData> | PromiseLike<SessionConfig<SessionData>>;
  /** Called for each round of a reply. */
  llm_response_handler(input: LLMResponseHandlerInput<NoInfer<SessionData>>): HandlerStream<ChatCompletionChunk>;
  functions?: Readonly<Record<string, AgentFunction<NoInfer<SessionData>>>> | undefined;
  /** Its name, for agents that hand conversations to each other. It appears in events and recordings. */
  readonly name?: string | undefined;
  /**
   * The agents to which its sessions may be handed. A session resumed from a checkpoint finds its last speaking agent
   * here, by name.
   */
  readonly agents?: readonly Pick<Agent<never>, 'name'>[] | undefined;
  /**
   * Interprets the keys of a telephone: returns the text to use as the user's words, or nothing to ignore the keys. If
   * it fails, or does not answer within 10 s, `digits_failed` is reported and the keys are ignored.
   * @default the keys themselves
   */
  on_digits?: ((input: OnDigitsInput<NoInfer<SessionData>>) => unknown) | undefined;
  /**
   * Called when the user has given no sign for `user_away_timeout`: no words, typed text or keys. Returns a text for
   * the agent to say, or nothing. If it fails, or does not answer within 10 s, `user_away_failed` is reported and
   * nothing is said.
   */
  on_user_away?: ((input: OnUserAwayInput<NoInfer<SessionData>>) => unknown) | undefined;
  /** Called instead of the first message when a session resumes from a checkpoint. It is not awaited. */
  on_session_resumed?: ((input: OnSessionResumedInput<NoInfer<SessionData>>) => unknown) | undefined;
}

/** An agent whose sessions only transcribe and never answer. */
export interface TranscribingAgent<SessionData extends object = object>
  extends Omit<Agent<SessionData>, 'configure_session' | 'llm_response_handler'> {
  /** Runs at the start of every session. */
  configure_session(
    input: ConfigureSessionInput,
  ): TranscribingConfig<SessionData> | PromiseLike<TranscribingConfig<SessionData>>;
  llm_response_handler?: undefined;
}

/** The config of a session that only transcribes. */
export type TranscribingConfig<SessionData extends object = object> = SessionConfig<SessionData> & {
  readonly transcription_only: true;
};

/** An agent whose sessions have a speech model, which answers in place of `llm_response_handler`. */
export interface SpeechModelAgent<SessionData extends object = object>
  extends Omit<Agent<SessionData>, 'configure_session' | 'llm_response_handler'> {
  /** Runs at the start of every session. */
  configure_session(
    input: ConfigureSessionInput,
  ): SpeechModelSessionConfig<SessionData> | PromiseLike<SpeechModelSessionConfig<SessionData>>;
  llm_response_handler?: undefined;
}

/** The config of a session with a speech model. */
export type SpeechModelSessionConfig<SessionData extends object = object> = SessionConfig<SessionData> & {
  readonly model: SpeechModelConfig;
};

/**
 * Returns the agent unchanged; the type of its session data is inferred from `configure_session`. An agent without
 * `llm_response_handler` must set `model` or `transcription_only` in every config; any other config is rejected.
 *
 * @example
 * ```ts
 * import { defineAgent, STT, TTS, VAD } from 'antiphon';
 * import OpenAI from 'openai';
 *
 * const [openai, api_key] = [new OpenAI(), process.env['DEEPGRAM_API_KEY'] ?? ''];
 * const speech = { vad: VAD.Silero(), stt: STT.Deepgram({ api_key }), tts: TTS.Deepgram({ api_key }) };
 * const initial_messages = [{ role: 'system', content: 'You are the concierge of a small restaurant.' }] as const;
 *
 * export const concierge = defineAgent({
 *   configure_session: () => ({ ...speech, initial_messages, session_data: {} }),
 *   llm_response_handler: ({ messages, signal }) =>
 *     openai.chat.completions.create({ model: 'gpt-6-luna', messages, stream: true }, { signal }),
 * });
 * ```
 */
export function defineAgent<SessionData extends object>(
  agent: Agent<SessionData> | TranscribingAgent<SessionData> | SpeechModelAgent<SessionData>,
): Agent<SessionData> {
  if (typeof agent?.llm_response_handler === 'function') return agent;
  return withoutHandler(agent) as Agent<SessionData>;
}
