import type { ChatMessage } from '../../core/message.ts';
import type { ToolChoice } from '../../core/speech.ts';
import { argumentsOf, BEGINNING, CONTINUATION, mergeRoles, systemOf, type ModelRequest } from './request.ts';

export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content: string };

/** Fields of a request to Anthropic's Messages API. */
export interface AnthropicRequest {
  system?: string;
  messages: { role: 'user' | 'assistant'; content: AnthropicBlock[] }[];
  tools?: { name: string; description?: string; input_schema: { type: 'object' } & Record<string, unknown> }[];
  tool_choice?: AnthropicToolChoice;
}

export type AnthropicToolChoice = { type: 'auto' | 'any' | 'none' } | { type: 'tool'; name: string };

/**
 * Converts messages and tools for `anthropic.messages.stream({ model, max_tokens, ...toAnthropic(input) })`. System
 * messages become `system`, function results become user messages, and a conversation that the agent began gets a first
 * user message.
 *
 * @example
 * ```ts
 * import { toAnthropic } from 'antiphon/llm';
 *
 * const system = { role: 'system', content: 'You are a waiter.' } as const;
 * const { messages, ...rest } = toAnthropic({ messages: [system, { role: 'user', content: 'A table for two.' }] });
 * console.log(rest.system, messages); // 'You are a waiter.' [{ role: 'user', content: [{ type: 'text', text: … }] }]
 * ```
 */
export function toAnthropic({ messages, tools, tool_choice }: ModelRequest): AnthropicRequest {
  const system = systemOf(messages);
  const merged = mergeRoles(messages.flatMap(convert));
  if (merged[0]?.role !== 'user') merged.unshift({ role: 'user', parts: [{ type: 'text', text: BEGINNING }] });
  if (merged.at(-1)?.role !== 'user') merged.push({ role: 'user', parts: [{ type: 'text', text: CONTINUATION }] });
  return {
    ...(system !== undefined && { system }),
    messages: merged.map(({ role, parts: content }) => ({ role, content })),
    ...(tools && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: { ...parameters, type: 'object' },
      })),
    }),
    // The API rejects a choice without tools.
    ...(tools && tool_choice !== undefined && { tool_choice: convertChoice(tool_choice) }),
  };
}

function convertChoice(choice: ToolChoice): AnthropicToolChoice {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.function.name };
  return { type: choice === 'required' ? 'any' : choice };
}

function convert(message: ChatMessage): { role: 'user' | 'assistant'; parts: AnthropicBlock[] }[] {
  const { role, content } = message;
  // The API rejects empty text.
  const texts: AnthropicBlock[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  if (role === 'system') return [];
  if (role === 'tool')
    return [{ role: 'user', parts: [{ type: 'tool_result', tool_use_id: idOf(message.tool_call_id), content }] }];
  if (role === 'user') return [{ role, parts: texts }];
  const calls = (message.tool_calls ?? []).map(
    (call): AnthropicBlock => ({
      type: 'tool_use',
      id: idOf(call.id),
      name: call.function.name,
      input: argumentsOf(call),
    }),
  );
  return [{ role, parts: [...texts, ...calls] }];
}

/** Returns an id that the API accepts. Ids from other models may contain characters that it rejects. */
function idOf(id: string): string {
  return id.replaceAll(/[^\w-]/gu, '_');
}
