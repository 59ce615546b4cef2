import type { ChatMessage, Tool } from '../../../core/message.ts';
import type { JsonObject } from '../../json.ts';

/** Joins the system messages. */
export function instructionsOf(messages: readonly ChatMessage[]): string {
  const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return texts.join('\n\n');
}

export function toRealtimeTool({ type, function: { name, description, parameters } }: Tool): JsonObject {
  return { type, name, ...(description !== undefined && { description }), parameters };
}

/** Converts a message to items of the conversation. System messages are instructions. */
export function toItems(message: ChatMessage): readonly JsonObject[] {
  const { role, content } = message;
  if (role === 'system') return [];
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message.tool_call_id, output: content }];
  if (role === 'user') return [{ type: 'message', role, content: [{ type: 'input_text', text: content }] }];
  const spoken = { type: 'message', role, content: [{ type: 'output_text', text: content }] };
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
    type: 'function_call',
    call_id: id,
    name: called.name,
    arguments: called.arguments,
  }));
  return [...(content === '' ? [] : [spoken]), ...calls];
}
