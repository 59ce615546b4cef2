import type { Dialect, FinishReason, PartEvent } from '../part.ts';
import { jsonOf } from '../jsonOf.ts';
import { fieldsOf, numberOf, optionalString, stringOf } from '../fields.ts';

const TYPES: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** Events of Anthropic's Messages API: https://platform.claude.com/docs/en/build-with-claude/streaming */
export const anthropic: Dialect = {
  matches: (part) => TYPES.has(fieldsOf(part)['type']),
  finishes: true,
  createReader: () => {
    let prompt = 0;
    let completion = 0;
    /** Tokens of the messages before the current one. */
    let before = { prompt, completion };
    return (part) => {
      const event = fieldsOf(part);
      switch (event['type']) {
        case 'message_start': {
          const { model, usage } = fieldsOf(event['message']);
          before = { prompt, completion };
          prompt += promptOf(usage);
          return [{ kind: 'next' }, { kind: 'break' }, { kind: 'model', model: stringOf(model) }];
        }
        case 'content_block_start':
          return readBlock(keyOf(event), fieldsOf(event['content_block']));
        case 'content_block_delta':
          return readDelta(keyOf(event), fieldsOf(event['delta']));
        case 'ping':
          return [{ kind: 'alive' }];
        case 'message_delta':
          completion = before.completion + numberOf(fieldsOf(event['usage'])['output_tokens']);
          // Where the usage is reported again, it covers the whole message.
          if (promptOf(event['usage']) > 0) prompt = before.prompt + promptOf(event['usage']);
          return [...readEnd(event), { kind: 'usage', prompt, completion }];
        default:
          return [];
      }
    };
  },
};

function keyOf({ index }: ReturnType<typeof fieldsOf>): string {
  return String(index);
}

function readBlock(key: string, { type, id, name, text, input }: ReturnType<typeof fieldsOf>): readonly PartEvent[] {
  if (type === 'text') return [{ kind: 'text', text: stringOf(text) }];
  if (type === 'tool_use') {
    // The input is empty if pieces follow.
    const whole = Object.keys(fieldsOf(input)).length === 0 ? undefined : jsonOf(input);
    return [{ kind: 'call', key, id: optionalString(id), name: optionalString(name), whole }];
  }
  // The server carries out its own tools (`server_tool_use`) between two texts.
  return [{ kind: 'break' }];
}

function readDelta(key: string, { type, text, partial_json: args }: ReturnType<typeof fieldsOf>): readonly PartEvent[] {
  if (type === 'text_delta') return [{ kind: 'text', text: stringOf(text) }];
  return [type === 'input_json_delta' ? { kind: 'call', key, args: stringOf(args) } : { kind: 'alive' }];
}

function readEnd({ delta }: ReturnType<typeof fieldsOf>): readonly PartEvent[] {
  const reason = fieldsOf(delta)['stop_reason'];
  return typeof reason === 'string' ? [{ kind: 'finish', reason: FINISH_REASONS[reason] ?? 'stop' }] : [];
}

/** Sums the prompt tokens. `input_tokens` excludes tokens read from or written to a cache. */
function promptOf(usage: unknown): number {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = fieldsOf(usage);
  return numberOf(input_tokens) + numberOf(cache_creation_input_tokens) + numberOf(cache_read_input_tokens);
}
