import type { Dialect, PartEvent } from '../part.ts';
import { fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';
import { createStreamError } from '../streamError.ts';

/** Events of OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming */
export const responses: Dialect = {
  matches: (part) => stringOf(fieldsOf(part)['type']).startsWith('response.'),
  createReader: () => (part) => {
    const event = fieldsOf(part);
    return READERS.get(stringOf(event['type']))?.(event) ?? [];
  },
};

const READERS = new Map<string, (event: Fields) => readonly PartEvent[]>([
  ['response.created', ({ response }) => [{ kind: 'model', model: stringOf(fieldsOf(response)['model']) }]],
  ['response.output_text.delta', ({ delta }) => [{ kind: 'text', text: stringOf(delta) }]],
  ['response.refusal.delta', ({ delta }) => [{ kind: 'refusal', text: stringOf(delta) }]],
  ['response.reasoning_text.delta', () => [{ kind: 'alive' }]],
  ['response.reasoning_summary_text.delta', () => [{ kind: 'alive' }]],
  ['response.output_item.added', readItem],
  [
    'response.function_call_arguments.delta',
    (event) => [{ kind: 'call', key: keyOf(event), args: stringOf(event['delta']) }],
  ],
  ['response.completed', ({ response }) => [{ kind: 'finish', reason: 'stop' }, ...readUsage(response)]],
  ['response.incomplete', ({ response }) => readIncomplete(fieldsOf(response))],
  ['response.failed', ({ response }) => fail(fieldsOf(response)['error'])],
  ['error', (event) => fail(event['error'] ?? event)],
]);

function fail(reported: unknown): never {
  throw createStreamError(reported);
}

function keyOf({ output_index: index }: Fields): string {
  return String(index);
}

function readItem(event: Fields): readonly PartEvent[] {
  const { type, call_id: id, name, arguments: args } = fieldsOf(event['item']);
  if (type !== 'function_call') return [];
  const call = { key: keyOf(event), id: optionalString(id), name: optionalString(name), args: stringOf(args) };
  return [{ kind: 'call', ...call }];
}

function readIncomplete(response: Fields): readonly PartEvent[] {
  const { reason } = fieldsOf(response['incomplete_details']);
  const finish = reason === 'content_filter' ? 'content_filter' : 'length';
  return [{ kind: 'finish', reason: finish }, ...readUsage(response)];
}

function readUsage(response: unknown): readonly PartEvent[] {
  const { input_tokens: prompt, output_tokens: completion } = fieldsOf(fieldsOf(response)['usage']);
  return [{ kind: 'usage', prompt: numberOf(prompt), completion: numberOf(completion) }];
}
