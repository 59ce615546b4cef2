import type { Service } from './services.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields that a message may have, besides `type` and `event_id`; nested fields with a dot. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'session.update': ['session'],
  'input_audio_buffer.append': ['audio'],
  'input_audio_buffer.commit': [],
  'input_audio_buffer.clear': [],
  'conversation.item.create': ['item', 'previous_item_id'],
  'conversation.item.delete': ['item_id'],
  'conversation.item.truncate': ['item_id', 'content_index', 'audio_end_ms'],
  'response.create': ['response'],
  'response.cancel': ['response_id'],
};

export const RESPONSE: readonly string[] = [
  'instructions',
  'tool_choice',
  'output_modalities',
  'metadata',
  'conversation',
  'input',
  'tools',
];
const CONTENT: Readonly<Record<string, string>> = {
  user: 'input_text',
  assistant: 'output_text',
  system: 'input_text',
};

/** Finds fields that the service does not know, and values that it refuses. */
export function validateMessage(
  message: Fields,
  { validateSession, says }: Pick<Service, 'validateSession' | 'says'>,
): readonly string[] {
  const { type, event_id: _, ...fields } = message;
  const known = FIELDS[String(type)];
  if (known === undefined) return [`the message ${String(type)}`];
  return [
    ...unknownOf(fields, known, String(type)),
    ...(type === 'session.update' ? validateSession(asFields(fields['session'])) : []),
    ...(type === 'conversation.item.create' ? validateItem(asFields(fields['item']), says) : []),
    ...unknownOf(asFields(fields['response']), RESPONSE, 'response'),
    ...(says !== 'response' && asFields(fields['response'])['conversation'] === 'none' ? ['a response apart'] : []),
  ];
}

function validateItem(item: Fields, says: Service['says']): readonly string[] {
  switch (item['type']) {
    case 'message': {
      const [content] = item['content'] as readonly Fields[];
      return content?.['type'] === CONTENT[String(item['role'])] ? [] : [`the content ${JSON.stringify(item)}`];
    }
    case 'force_message':
      return says === 'force_message'
        ? unknownOf(item, ['type', 'role', 'interruptible', 'content'], 'item')
        : ['a forced message'];
    case 'function_call':
      return unknownOf(item, ['type', 'id', 'call_id', 'name', 'arguments'], 'item');
    case 'function_call_output':
      return unknownOf(item, ['type', 'id', 'call_id', 'output'], 'item');
    default:
      return [`an item of type ${String(item['type'])}`];
  }
}

export function unknownOf(fields: Fields, known: readonly string[], owner: string): readonly string[] {
  return Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => `the field ${owner}.${name}`);
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
