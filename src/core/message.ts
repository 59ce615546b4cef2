/** A function call of the model. */
export interface FunctionCall {
  id: string;
  type: 'function';
  function: { name: string /** JSON, as the model generated it. */; arguments: string };
}

/** The result of a function call. */
export interface FunctionResult {
  /** The id of the matching call. */
  readonly tool_call_id: string;
  readonly role: 'tool';
  /** The function's output. */
  readonly content: string;
  /** The function and arguments of the call. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of a conversation. Messages of a handler's input and of events are assignable to it. */
export interface Message {
  readonly content: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Name of the participant, if several share a role. Default null. */
  readonly name?: string | null | undefined;
  /** Id of the call that a `tool` message answers. Default null. */
  readonly tool_call_id?: string | null | undefined;
  /** The function calls of an `assistant` message. */
  readonly tool_calls?: readonly FunctionCall[] | undefined;
}

/** A message in events, in the history and on the wire: `name` and `tool_call_id` are always present. */
export interface HistoryMessage extends Message {
  readonly name: string | null;
  readonly tool_call_id: string | null;
}

/** A message that is added to the history of a running session. */
export interface AddedMessage {
  readonly role: 'system' | 'assistant';
  /** From 1 to 100,000 characters. */
  readonly content: string;
}

/** An entry of `initial_messages`: a `Message`, a chat completion message or a `FunctionResult`. */
export interface MessageInput {
  /** Text of the message. null is allowed only with `tool_calls` and is read as `""`. */
  readonly content: string | null;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly name?: string | null | undefined;
  readonly tool_call_id?: string | null | undefined;
  readonly tool_calls?: readonly FunctionCall[] | undefined;
  /**
   * The executed call, as in the results of `on_function_calls_executed`. Allowed only on `tool` messages, and not
   * kept.
   */
  readonly function?: FunctionCall['function'] | undefined;
}

export interface SystemChatMessage {
  role: 'system';
  content: string;
  name?: string;
}
export interface UserChatMessage {
  role: 'user';
  content: string;
  name?: string;
}
export interface AssistantChatMessage {
  role: 'assistant';
  content: string;
  name?: string;
  tool_calls?: FunctionCall[];
}
export interface ToolChatMessage {
  role: 'tool';
  content: string;
  tool_call_id: string;
}

/**
 * A message in the input of `llm_response_handler`: the handler's own copy, with absent keys instead of null. An array
 * of them can be passed to a chat completion client.
 */
export type ChatMessage = SystemChatMessage | UserChatMessage | AssistantChatMessage | ToolChatMessage;

/** A function of the agent, in the form of a chat completion client. */
export interface Tool {
  type: 'function';
  function: { name: string; description?: string /** JSON Schema. */; parameters: Record<string, unknown> };
}
