/** A call the model wants executed (spec 2.9). */
export interface FunctionCall {
  id: string;
  type: 'function';
  function: { name: string /** JSON, as the model generated it. */; arguments: string };
}

/** What a call brought (spec 2.9). */
export interface FunctionResult {
  /** The id of the matching call. */
  readonly tool_call_id: string;
  readonly role: 'tool';
  /** The function's output. */
  readonly content: string;
  /** The same definition that was called. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of the chat history, as events, the wire and `initial_messages` know it (spec 2.3). */
export interface Message {
  readonly content: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Tells participants of one role apart. Default null. */
  readonly name: string | null;
  /** The call this message answers; null unless `role` is `tool`. */
  readonly tool_call_id: string | null;
  /** The calls an assistant message asked for. An extension to the spec. */
  readonly tool_calls?: readonly FunctionCall[] | undefined;
}

/** A message as developers write it in `initial_messages`: what is null by default may be absent. */
export interface MessageInput {
  readonly content: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly name?: string | null | undefined;
  readonly tool_call_id?: string | null | undefined;
  readonly tool_calls?: readonly FunctionCall[] | undefined;
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
