type Fields = Readonly<Record<string, unknown>>;

/** The fields that a message may have, besides `type` and `event_id`; nested fields with a dot. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
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

const SESSION = ['type', 'model', 'instructions', 'output_modalities', 'tools', 'tool_choice', 'audio'];
const RESPONSE = ['instructions', 'tool_choice', 'output_modalities', 'metadata', 'conversation', 'input', 'tools'];
const CONTENT: Readonly<Record<string, string>> = {
  user: 'input_text',
  assistant: 'output_text',
  system: 'input_text',
};

/** Finds fields that the service does not know, and values that it refuses. */
export function validateMessage(message: Fields): readonly string[] {
  const { type, event_id: _, ...fields } = message;
  const known = FIELDS[String(type)];
  if (known === undefined) return [`the message ${String(type)}`];
  return [
    ...unknownOf(fields, known, String(type)),
    ...(type === 'session.update' ? validateSession(asFields(fields['session'])) : []),
    ...(type === 'conversation.item.create' ? validateItem(asFields(fields['item'])) : []),
    ...unknownOf(asFields(fields['response']), RESPONSE, 'response'),
  ];
}

function validateSession(session: Fields): readonly string[] {
  const audio = asFields(session['audio']);
  const input = asFields(audio['input']);
  return [
    ...unknownOf(session, SESSION, 'session'),
    ...(session['type'] === 'realtime' ? [] : [`a session of type ${String(session['type'])}`]),
    ...(audio['input'] === undefined || input['turn_detection'] === null ? [] : ['turns of the server']),
    ...unknownOf(input, ['format', 'turn_detection', 'transcription', 'noise_reduction'], 'audio.input'),
    ...unknownOf(asFields(audio['output']), ['format', 'voice', 'speed'], 'audio.output'),
  ];
}

function validateItem(item: Fields): readonly string[] {
  switch (item['type']) {
    case 'message': {
      const [content] = item['content'] as readonly Fields[];
      return content?.['type'] === CONTENT[String(item['role'])] ? [] : [`the content ${JSON.stringify(item)}`];
    }
    case 'function_call':
      return unknownOf(item, ['type', 'id', 'call_id', 'name', 'arguments'], 'item');
    case 'function_call_output':
      return unknownOf(item, ['type', 'id', 'call_id', 'output'], 'item');
    default:
      return [`an item of type ${String(item['type'])}`];
  }
}

function unknownOf(fields: Fields, known: readonly string[], owner: string): readonly string[] {
  return Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => `the field ${owner}.${name}`);
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
