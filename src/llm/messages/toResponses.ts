import type { ChatMessage } from '../../core/message.ts';
import { argumentsOf, type ModelRequest } from './request.ts';

export type ResponsesItem =
  | { role: 'system' | 'user' | 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string };

/** Fields of a request to OpenAI's Responses API. */
export interface ResponsesRequest {
  input: ResponsesItem[];
  tools?: {
    type: 'function';
    name: string;
    description?: string;
    parameters: Record<string, unknown>;
    strict: false;
  }[];
  tool_choice?: 'auto' | 'none' | 'required' | { type: 'function'; name: string };
}

/**
 * Converts messages and tools to fields for `openai.responses.create({ model, stream: true, store: false,
 * ...toResponses(input) })`.
 *
 * @example
 * ```ts
 * import { toResponses } from 'antiphon/llm';
 * import OpenAI from 'openai';
 *
 * const { input } = toResponses({ messages: [{ role: 'user', content: 'A table for two.' }] });
 * await new OpenAI().responses.create({ model: 'gpt-6-luna', store: false, stream: true, input });
 * ```
 */
export function toResponses({ messages, tools, tool_choice: choice }: ModelRequest): ResponsesRequest {
  return {
    input: messages.flatMap(convert),
    ...(tools && {
      tools: tools.map(({ type, function: { name, description, parameters } }) => ({
        type,
        name,
        ...(description !== undefined && { description }),
        parameters,
        strict: false,
      })),
    }),
    ...(tools &&
      choice !== undefined && {
        tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.function.name },
      }),
  };
}

function convert(message: ChatMessage): ResponsesItem[] {
  const { role, content } = message;
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message.tool_call_id, output: content }];
  if (role !== 'assistant') return [{ role, content }];
  const calls = (message.tool_calls ?? []).map(
    (call): ResponsesItem => ({
      type: 'function_call',
      call_id: call.id,
      name: call.function.name,
      arguments: JSON.stringify(argumentsOf(call)),
    }),
  );
  return [...(content === '' ? [] : [{ role, content }]), ...calls];
}
