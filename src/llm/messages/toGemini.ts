import type { ChatMessage } from '../../core/message.ts';
import {
  argumentsOf,
  BEGINNING,
  CONTINUATION,
  createNameOf,
  mergeRoles,
  systemOf,
  type ModelRequest,
} from './request.ts';

export type GeminiPart =
  | { text: string }
  | { functionCall: { id: string; name: string; args: Record<string, unknown> }; thoughtSignature: string }
  | { functionResponse: { id: string; name: string; response: { output: string } } };

/** Fields of a request to Gemini. */
export interface GeminiRequest {
  contents: { role: 'user' | 'model'; parts: GeminiPart[] }[];
  config: {
    systemInstruction?: string;
    tools?: {
      functionDeclarations: { name: string; description?: string; parametersJsonSchema: Record<string, unknown> }[];
    }[];
  };
}

/**
 * A placeholder for the thought signature, which messages do not carry:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/**
 * Converts messages and tools for `ai.models.generateContentStream({ model, ...toGemini(input) })`. System messages
 * become `config.systemInstruction`, and a conversation that the agent began gets a first user message. A `tool_choice`
 * is not converted, because the package's type of it is an enum: set `config.toolConfig`.
 *
 * @example
 * ```ts
 * import { toGemini } from 'antiphon/llm';
 *
 * const system = { role: 'system', content: 'You are a waiter.' } as const;
 * const { contents, config } = toGemini({ messages: [system, { role: 'user', content: 'A table for two.' }] });
 * console.log(config.systemInstruction, contents); // 'You are a waiter.' [{ role: 'user', parts: [{ text: … }] }]
 * ```
 */
export function toGemini({ messages, tools }: ModelRequest): GeminiRequest {
  const system = systemOf(messages);
  const nameOf = createNameOf(messages);
  const merged = mergeRoles(messages.flatMap((message) => convert(message, nameOf)));
  if (merged[0]?.role !== 'user') merged.unshift({ role: 'user', parts: [{ text: BEGINNING }] });
  if (merged.at(-1)?.role !== 'user') merged.push({ role: 'user', parts: [{ text: CONTINUATION }] });
  const declarations = tools?.map(({ function: { name, description, parameters } }) => ({
    name,
    ...(description !== undefined && { description }),
    parametersJsonSchema: parameters,
  }));
  return {
    contents: merged,
    config: {
      ...(system !== undefined && { systemInstruction: system }),
      ...(declarations && { tools: [{ functionDeclarations: declarations }] }),
    },
  };
}

function convert(
  message: ChatMessage,
  nameOf: (callId: string) => string,
): { role: 'user' | 'model'; parts: GeminiPart[] }[] {
  const { role, content } = message;
  const texts: GeminiPart[] = content.trim() === '' ? [] : [{ text: content }];
  if (role === 'system') return [];
  if (role === 'tool') {
    const id = message.tool_call_id;
    return [{ role: 'user', parts: [{ functionResponse: { id, name: nameOf(id), response: { output: content } } }] }];
  }
  if (role === 'user') return [{ role, parts: texts }];
  const calls = (message.tool_calls ?? []).map(
    (call): GeminiPart => ({
      functionCall: { id: call.id, name: call.function.name, args: argumentsOf(call) },
      thoughtSignature: NO_SIGNATURE,
    }),
  );
  return [{ role: 'model', parts: [...texts, ...calls] }];
}
