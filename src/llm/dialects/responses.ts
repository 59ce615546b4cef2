import type { Dialect, PartEvent } from '../part.ts';
import { fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';
import { createStreamError } from '../streamError.ts';

/** Events of OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming */
export const responses: Dialect = {
  matches: (part) => stringOf(fieldsOf(part)['type']).startsWith('response.'),
  finishes: true,
  createReader: () => {
    let prompt = 0;
    let completion = 0;
    return (part) => {
      const event = fieldsOf(part);
      const { type, response } = event;
      const events = READERS.get(stringOf(type))?.(event) ?? [];
      if (type !== 'response.completed' && type !== 'response.incomplete') return events;
      const { input_tokens, output_tokens } = fieldsOf(fieldsOf(response)['usage']);
      prompt += numberOf(input_tokens);
      completion += numberOf(output_tokens);
      return [...events, { kind: 'usage', prompt, completion }];
    };
  },
};

const READERS = new Map<string, (event: Fields) => readonly PartEvent[]>([
  ['response.created', readStart],
  ['response.output_text.delta', ({ delta }) => [{ kind: 'text', text: stringOf(delta) }]],
  ['response.refusal.delta', ({ delta }) => [{ kind: 'refusal', text: stringOf(delta) }]],
  ['response.reasoning_text.delta', () => [{ kind: 'alive' }]],
  ['response.reasoning_summary_text.delta', () => [{ kind: 'alive' }]],
  ['response.output_item.added', readItem],
  [
    'response.function_call_arguments.delta',
    (event) => [{ kind: 'call', key: keyOf(event), args: stringOf(event['delta']) }],
  ],
  [
    'response.function_call_arguments.done',
    (event) => [{ kind: 'call', key: keyOf(event), whole: stringOf(event['arguments']) }],
  ],
  ['response.completed', () => [{ kind: 'finish', reason: 'stop' }]],
  ['response.incomplete', ({ response }) => readIncomplete(fieldsOf(response))],
  ['response.failed', ({ response }) => fail(fieldsOf(response)['error'])],
]);

function fail(reported: unknown): never {
  throw createStreamError(reported);
}

function keyOf({ output_index: index }: Fields): string {
  return String(index);
}

function readStart({ response }: Fields): readonly PartEvent[] {
  return [{ kind: 'next' }, { kind: 'break' }, { kind: 'model', model: stringOf(fieldsOf(response)['model']) }];
}

function readItem(event: Fields): readonly PartEvent[] {
  const { type, call_id: id, name, arguments: args } = fieldsOf(event['item']);
  if (type !== 'function_call') return [{ kind: 'break' }];
  const call = { key: keyOf(event), id: optionalString(id), name: optionalString(name), args: stringOf(args) };
  return [{ kind: 'call', ...call }];
}

function readIncomplete(response: Fields): readonly PartEvent[] {
  const { reason } = fieldsOf(response['incomplete_details']);
  const finish = reason === 'content_filter' ? 'content_filter' : 'length';
  return [{ kind: 'finish', reason: finish }];
}
