import type { ChatMessage, FunctionCall, Tool } from '../../core/message.ts';
import type { ToolChoice } from '../../core/speech.ts';

/** The part of the `llm_response_handler` input that the converters read. */
export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly Tool[] | undefined;
  readonly tool_choice?: ToolChoice | undefined;
}

/**
 * Returns the text of all system messages, or undefined if there is none. These models take it separately from the
 * messages.
 */
export function systemOf(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/**
 * Returns the arguments of a call, or `{}` if they are not a JSON object. The model has already been told that they are
 * invalid.
 */
export function argumentsOf({ function: { arguments: json } }: FunctionCall): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Returns the name of the function that a tool message answers; "unknown" if its call is not in the messages. */
export function createNameOf(messages: readonly ChatMessage[]): (callId: string) => string {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const names = new Map(calls.map(({ id, function: { name } }) => [id, name]));
  return (callId) => names.get(callId) ?? 'unknown';
}

/** Merges adjacent messages of one role, because these models require alternating roles. */
export function mergeRoles<Role extends string, Part>(
  messages: readonly { role: Role; parts: Part[] }[],
): { role: Role; parts: Part[] }[] {
  const merged: { role: Role; parts: Part[] }[] = [];
  for (const { role, parts } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) merged.push({ role, parts: [...parts] });
  }
  return merged;
}

/**
 * A substitute user message for a conversation that begins with the agent's greeting. These models require the user
 * first.
 */
export const BEGINNING = '(The conversation begins.)';

/**
 * A substitute user message for continuing an answer that the end of a process cut off. These models require the user
 * last.
 */
export const CONTINUATION = '(The conversation goes on.)';
