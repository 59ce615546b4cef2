import * as z from 'zod';
import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import type { ChatMessage, FunctionCall, FunctionResult, HistoryMessage, Tool } from '../core/message.ts';
import type { SessionConfig } from './config.ts';

/** What functions, handlers and the owner of a session can do with it. */
export interface SessionControl {
  readonly id: string;
  /**
   * Speaks `text` within the reply under way, or else as a reply of its own. It is recorded like any other. More
   * than 100,000 characters are refused: `limit_exceeded` on `errors$`.
   */
  say(text: string): void;
  /** Ends the reply under way, where interruptions are allowed; nothing of it is taken up again. */
  interrupt(): void;
  /** Ends the session: at once, or after what is being said. @default after: 'speech' */
  end(options?: { readonly after?: 'speech' | 'now' | undefined }): void;
}

/** Input of `configure_session`. */
export interface ConfigureSessionInput<CustomData = Record<string, unknown>> {
  /** What was supplied when the session was started. */
  readonly custom_data: CustomData;
  /** Fires when the start is given up. */
  readonly signal: AbortSignal;
}

/** Input of `llm_response_handler`. `signal`, `tools` and `session` are extensions. */
export interface LLMResponseHandlerInput<SessionData = object> {
  /** The whole history, the handler's own copy: it may be cut. Also a `Message[]`, and what chat completion clients take. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires as soon as the reply is cut: the prompt way to cancel a request. */
  readonly signal: AbortSignal;
  /** The agent's functions; undefined when there are none or no further round is permitted. */
  readonly tools: Tool[] | undefined;
  readonly session: SessionControl;
}

/** What a function gets beside its arguments. */
export interface FunctionContext<SessionData> {
  readonly session_data: SessionData;
  /** Fires when the call is settled without it: an interruption, its timeout, the session's end. */
  readonly signal: AbortSignal;
  readonly tool_call_id: string;
  readonly session: SessionControl;
}

/** A function of an agent, made by `defineFunction`. */
export interface AgentFunction<SessionData> {
  readonly description: string;
  readonly parameters: z.ZodType;
  /** JSON Schema of the parameters. */
  readonly json_schema: Record<string, unknown>;
  readonly uninterruptible: boolean;
  /** In seconds. */
  readonly timeout: number;
  execute(args: never, context: FunctionContext<SessionData>): unknown;
}

export interface FunctionDefinition<Parameters extends z.ZodType, SessionData> {
  /** What the model is told of it. */
  readonly description: string;
  /** Checked before `execute`; what fails is told to the model. */
  readonly parameters: Parameters;
  /** Runs to its end whatever interrupts the reply; the next turn waits for it, at most 10 s. @default false */
  readonly uninterruptible?: boolean | undefined;
  /** In seconds, above 0. @default 30 */
  readonly timeout?: number | undefined;
  /** A string is the result as it is, `undefined` is "", anything else goes as JSON. */
  execute(args: z.output<Parameters>, context: FunctionContext<SessionData>): unknown;
}

/**
 * Makes a function that the model can call. The JSON Schema of the parameters is made here, so that what cannot be
 * expressed (a Date, say) fails at import.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function defineFunction<Parameters extends z.ZodType, SessionData = never>(
  definition: FunctionDefinition<Parameters, SessionData>,
): AgentFunction<SessionData> {
  const { description, parameters, uninterruptible = false, timeout = 30, execute } = definition;
  if (!(timeout > 0)) throw new AntiphonError('usage_invalid', `timeout: expected seconds above 0, got ${timeout}`);
  return { description, parameters, uninterruptible, timeout, json_schema: schemaOf(parameters), execute };
}

function schemaOf(parameters: z.ZodType): Record<string, unknown> {
  try {
    return z.toJSONSchema(parameters, { io: 'input' });
  } catch (cause) {
    const message = 'parameters: expected a schema that JSON Schema can express';
    throw new AntiphonError('usage_invalid', message, { path: 'parameters', cause });
  }
}

export interface EventInput<SessionData> {
  /** The very object that was configured. */
  readonly session_data: SessionData;
}

export interface MessageEventInput<SessionData> extends EventInput<SessionData> {
  readonly message: HistoryMessage;
}

export interface OnAgentStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnUserStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnAgentStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnUserStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
/** The message's role is `assistant`; its content is what was heard. */
export interface OnAgentMessageAddedInput<SessionData = object> extends MessageEventInput<SessionData> {}
/** The message's role is `user`. */
export interface OnUserMessageAddedInput<SessionData = object> extends MessageEventInput<SessionData> {}
/** The message holds what was heard before the interruption, in whole words. */
export interface OnAgentInterruptedInput<SessionData = object> extends MessageEventInput<SessionData> {}
export interface OnFunctionCallsCollectedInput<SessionData = object> extends EventInput<SessionData> {
  readonly function_calls: readonly FunctionCall[];
}
export interface OnFunctionCallsExecutedInput<SessionData = object> extends EventInput<SessionData> {
  readonly results: readonly FunctionResult[];
}

/** The nine events, by the name of their handler, with what it gets. */
export interface EventInputs<SessionData = object> {
  on_agent_started_speaking: OnAgentStartedSpeakingInput<SessionData>;
  on_user_started_speaking: OnUserStartedSpeakingInput<SessionData>;
  on_agent_stopped_speaking: OnAgentStoppedSpeakingInput<SessionData>;
  on_user_stopped_speaking: OnUserStoppedSpeakingInput<SessionData>;
  on_agent_message_added: OnAgentMessageAddedInput<SessionData>;
  on_user_message_added: OnUserMessageAddedInput<SessionData>;
  on_agent_interrupted: OnAgentInterruptedInput<SessionData>;
  on_function_calls_collected: OnFunctionCallsCollectedInput<SessionData>;
  on_function_calls_executed: OnFunctionCallsExecutedInput<SessionData>;
}

/** Called when the event happens, in the order of the events, never waited for; what it throws harms nothing. */
export type EventHandlers<SessionData> = {
  [Name in keyof EventInputs]?: ((input: EventInputs<SessionData>[Name]) => unknown) | undefined;
};

/** An agent: two callbacks, its functions, nine event handlers. Its fields may be set at any time. */
export interface Agent<SessionData extends object = object> extends EventHandlers<NoInfer<SessionData>> {
  /** Runs at the start of every session. */
  configure_session(input: ConfigureSessionInput): SessionConfig<SessionData> | PromiseLike<SessionConfig<SessionData>>;
  /** Called whenever the agent is expected to answer. */
  llm_response_handler(input: LLMResponseHandlerInput<NoInfer<SessionData>>): HandlerStream<ChatCompletionChunk>;
  functions?: Readonly<Record<string, AgentFunction<NoInfer<SessionData>>>> | undefined;
}

/** Returns the agent as it is; the type of its session data is inferred from `configure_session`. */
export function defineAgent<SessionData extends object>(agent: Agent<SessionData>): Agent<SessionData> {
  return agent;
}
