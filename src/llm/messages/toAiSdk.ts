import type { ChatMessage } from '../../core/message.ts';
import { argumentsOf, createNameOf, systemOf, type ModelRequest } from './request.ts';

export type AiSdkMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: AiSdkAssistantPart[] }
  | {
      role: 'tool';
      content: {
        type: 'tool-result';
        toolCallId: string;
        toolName: string;
        output: { type: 'text'; value: string };
      }[];
    };

export type AiSdkAssistantPart =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown> };

/** Arguments of the AI SDK's `streamText`. */
export interface AiSdkRequest<Schema> {
  system?: string;
  messages: AiSdkMessage[];
  tools?: Record<string, { description?: string; inputSchema: Schema }>;
  toolChoice?: 'auto' | 'none' | 'required' | { type: 'tool'; toolName: string };
}

/**
 * Converts messages and tools for `streamText({ model, ...toAiSdk(input, jsonSchema) })` of the AI SDK, 5 to 7; pass
 * its `jsonSchema`. The tools have no `execute`, because the session carries them out.
 *
 * @example
 * ```ts
 * import type { LLMResponseHandlerInput } from 'antiphon';
 * import { chunks, toAiSdk, type AiSdkRequest } from 'antiphon/llm';
 *
 * // both from the package `ai`
 * declare function streamText(options: AiSdkRequest<object> & { model: string }): AsyncIterable<unknown>;
 * declare function jsonSchema(schema: object): object;
 *
 * export const llm_response_handler = (input: LLMResponseHandlerInput) =>
 *   chunks(streamText({ model: 'openai/gpt-6-luna', ...toAiSdk(input, jsonSchema) }));
 * ```
 */
export function toAiSdk<Schema>(
  { messages, tools, tool_choice: choice }: ModelRequest,
  jsonSchema: (schema: Record<string, unknown>) => Schema,
): AiSdkRequest<Schema> {
  const system = systemOf(messages);
  const nameOf = createNameOf(messages);
  const named = tools?.map(
    ({ function: { name, description, parameters } }) =>
      [name, { ...(description !== undefined && { description }), inputSchema: jsonSchema(parameters) }] as const,
  );
  return {
    ...(system !== undefined && { system }),
    messages: messages.flatMap((message) => convert(message, nameOf)),
    ...(named && { tools: Object.fromEntries(named) }),
    ...(named &&
      choice !== undefined && {
        toolChoice: typeof choice === 'string' ? choice : { type: 'tool', toolName: choice.function.name },
      }),
  };
}

function convert(message: ChatMessage, nameOf: (callId: string) => string): AiSdkMessage[] {
  const { role, content } = message;
  if (role === 'system') return [];
  if (role === 'user') return [{ role, content }];
  if (role === 'tool') {
    const { tool_call_id: toolCallId } = message;
    const output = { type: 'text', value: content } as const;
    return [{ role, content: [{ type: 'tool-result', toolCallId, toolName: nameOf(toolCallId), output }] }];
  }
  const calls = (message.tool_calls ?? []).map(
    (call): AiSdkAssistantPart => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.function.name,
      input: argumentsOf(call),
    }),
  );
  const parts: AiSdkAssistantPart[] = [...(content === '' ? [] : [{ type: 'text', text: content } as const]), ...calls];
  return parts.length === 0 ? [] : [{ role, content: parts }];
}
