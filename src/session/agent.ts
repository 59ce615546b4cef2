import type * as z from 'zod';
import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import type { ChatMessage, FunctionResult, Tool } from '../core/message.ts';
import { describeKind } from '../core/describeInput.ts';
import { loadZod } from '../core/zod.ts';
import type { SessionConfig } from './config.ts';
import type { EventHandlers } from './eventInputs.ts';
import type { AgentFunction, FunctionContext, SessionControl } from './sessionControl.ts';
import { withoutHandler } from './transcribingAgent.ts';

/** Input of `configure_session`. */
export interface ConfigureSessionInput<CustomData = Record<string, unknown>> {
  /** The `custom_data` of `startSession`. */
  readonly custom_data: CustomData;
  /** Fires when the start fails. */
  readonly signal: AbortSignal;
  /** True for a session that is resumed from a checkpoint: its history and session data replace those of the config. */
  readonly resumed?: true | undefined;
  /**
   * Present if another agent hands its conversation to this one. Of the config its `session_data`, `first_message` and the model of the VAD
   * are not used.
   */
  readonly handoff?: { readonly from: string | undefined; readonly session_data: object } | undefined;
}

/** Input of `llm_response_handler`. `signal`, `tools`, `speculative` and `session` are extensions. */
export interface LLMResponseHandlerInput<SessionData = object> {
  /** A copy of the whole history, in the format of chat completion clients. You may change it. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires as soon as the reply is cut. Pass it to requests. */
  readonly signal: AbortSignal;
  /** The agent's functions; undefined if there are none, or if no further round is permitted. */
  readonly tools: Tool[] | undefined;
  /**
   * True if the turn is not committed yet (`preemptive_generation`); absent otherwise. The answer is not heard if the user goes on, so
   * that nothing may be done here that lasts. Calls of functions wait for the commit.
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
  /** The number of calls in a row, without a sign of the user: 1, 2 … up to `user_away_times`. */
  readonly times: number;
  /** A copy of the whole history, in the format of chat completion clients. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires when the user is back, something else is said or done, the session ends, or after 10 s. */
  readonly signal: AbortSignal;
  readonly session: SessionControl;
}

/** Input of `on_session_resumed`: what the checkpoint could not save. */
export interface OnSessionResumedInput<SessionData = object> {
  /** The data of the checkpoint. */
  readonly session_data: SessionData;
  /** The words of the user whose answer was not over. The handler is called for them, behind what you say here. */
  readonly unanswered: string | null;
  /** What the agent was saying, as far as it was given to the voice. */
  readonly speaking: string | null;
  /** The beginning of it that was heard, up to 1 s before the end. It is in the history, and the rest is not. */
  readonly heard: string;
  /** The results of the calls that were under way: `interrupted: may have been carried out`. They are in the history. */
  readonly interrupted_calls: readonly FunctionResult[];
  /** The number of the oldest messages that are no longer in the history. */
  readonly dropped_messages: number;
  /** What `session.update()` or a handoff had changed and is not changed any more. */
  readonly lost_updates: readonly ('functions' | 'tts' | 'stt' | 'agent' | 'filler')[];
  readonly session: SessionControl;
}

export interface FunctionDefinition<Parameters extends z.ZodType, SessionData> {
  /** The description for the model. */
  readonly description: string;
  /** The schema of the arguments. Invalid arguments are reported to the model and `execute` is not called. */
  readonly parameters: Parameters;
  /** Goes on when the reply is interrupted; the next turn waits for it, at most 10 s. @default false */
  readonly uninterruptible?: boolean | undefined;
  /** In seconds, above 0. @default 30 */
  readonly timeout?: number | undefined;
  /** Text that the agent says while the function runs, unless the model has said something before the call. @default none */
  readonly filler?: string | undefined;
  /** Returns the result: a string as it is, `undefined` as "", anything else as JSON. */
  execute(args: z.output<Parameters>, context: FunctionContext<SessionData>): unknown;
}

/**
 * Creates a function that the model can call. Parameters are an object schema of zod 4; those that JSON Schema cannot express, such as a Date,
 * fail at import.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function defineFunction<Parameters extends z.ZodType, SessionData = never>(
  definition: FunctionDefinition<Parameters, SessionData>,
): AgentFunction<SessionData> {
  const { description, parameters, uninterruptible = false, timeout = 30, filler, execute } = definition;
  if (!(timeout > 0)) throw new AntiphonError('usage_invalid', `timeout: expected seconds above 0, got ${timeout}`);
  const json_schema = createJsonSchema(parameters);
  return { description, parameters, uninterruptible, timeout, json_schema, execute, ...(filler && { filler }) };
}

function createJsonSchema(parameters: z.ZodType): Record<string, unknown> {
  if (!isZod(parameters))
    throw createParametersError(`z.object({ … }) of zod 4, got ${describeParameters(parameters)}`);
  const schema = toJsonSchema(parameters);
  // Models take nothing else.
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

/** An agent: two callbacks, its functions, nine event handlers. Its fields may be set at any time. */
export interface Agent<SessionData extends object = object> extends EventHandlers<NoInfer<SessionData>> {
  /** Runs at the start of every session. */
  configure_session(input: ConfigureSessionInput): SessionConfig<SessionData> | PromiseLike<SessionConfig<SessionData>>;
  /** Called for each round of a reply. */
  llm_response_handler(input: LLMResponseHandlerInput<NoInfer<SessionData>>): HandlerStream<ChatCompletionChunk>;
  functions?: Readonly<Record<string, AgentFunction<NoInfer<SessionData>>>> | undefined;
  /** Its name, for agents that hand conversations to each other. Events and recordings have it. */
  readonly name?: string | undefined;
  /** Agents that its sessions may be handed to: one that is resumed from a checkpoint finds the agent that spoke here, by its name. */
  readonly agents?: readonly Pick<Agent<never>, 'name'>[] | undefined;
  /**
   * Decides about the keys of a telephone: returns the text that they are as words of the user, or nothing if they are none. An
   * error, and no answer within 10 s, is reported (`digits_failed`), and the key presses are ignored. @default the keys themselves
   */
  on_digits?: ((input: OnDigitsInput<NoInfer<SessionData>>) => unknown) | undefined;
  /**
   * Called when the user has given no sign for `user_away_timeout`: no words, no typed text, no keys. Returns a text that the agent says, or
   * nothing. An error, and no answer within 10 s, is reported (`user_away_failed`), and nothing is said.
   */
  on_user_away?: ((input: OnUserAwayInput<NoInfer<SessionData>>) => unknown) | undefined;
  /** Called in place of the first message when a session goes on from a checkpoint. It is not awaited. */
  on_session_resumed?: ((input: OnSessionResumedInput<NoInfer<SessionData>>) => unknown) | undefined;
}

/** An agent whose sessions only transcribe: nobody answers. */
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

/**
 * Returns the agent as it is; the type of its session data is inferred from `configure_session`. An agent without
 * `llm_response_handler` has `transcription_only` in the config of all its sessions: one without it is refused.
 */
export function defineAgent<SessionData extends object>(
  agent: Agent<SessionData> | TranscribingAgent<SessionData>,
): Agent<SessionData> {
  if (typeof agent?.llm_response_handler === 'function') return agent;
  return withoutHandler(agent) as Agent<SessionData>;
}
