/** A call the model wants executed. */
export interface FunctionCall {
  id: string;
  type: 'function';
  function: { name: string /** JSON, as the model generated it. */; arguments: string };
}

/** What a call brought. */
export interface FunctionResult {
  /** The id of the matching call. */
  readonly tool_call_id: string;
  readonly role: 'tool';
  /** The function's output. */
  readonly content: string;
  /** The same definition that was called. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of a conversation. Messages of a handler's input and of events are assignable to it. */
export interface Message {
  readonly content: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Tells participants of one role apart. Absent means null. */
  readonly name?: string | null | undefined;
  /** The call that a `tool` message answers. Absent means null. */
  readonly tool_call_id?: string | null | undefined;
  /** The calls that an assistant message asks for. */
  readonly tool_calls?: readonly FunctionCall[] | undefined;
}

/** A message as events, the history and the wire carry it: `name` and `tool_call_id` are always there, null by default. */
export interface HistoryMessage extends Message {
  readonly name: string | null;
  readonly tool_call_id: string | null;
}

/** A message as developers write it in `initial_messages`: a `Message`, a chat completion message or a `FunctionResult`. */
export interface MessageInput {
  /** null only beside `tool_calls`, as chat completion services write it. It is read as `""`. */
  readonly content: string | null;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly name?: string | null | undefined;
  readonly tool_call_id?: string | null | undefined;
  readonly tool_calls?: readonly FunctionCall[] | undefined;
  /** The call that was executed, as in the results of `on_function_calls_executed`. Only on `tool` messages; it is not kept. */
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
 * A message as `llm_response_handler` gets it: a union by role, keys absent instead of null, mutable, the handler's own
 * copy. An array of them goes to a chat completion client as it is.
 */
export type ChatMessage = SystemChatMessage | UserChatMessage | AssistantChatMessage | ToolChatMessage;

/** A function of the agent as a chat completion client wants it offered. */
export interface Tool {
  type: 'function';
  function: { name: string; description?: string /** JSON Schema. */; parameters: Record<string, unknown> };
}
