import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChunk } from '../../operators/llmTurn/checkChunk.ts';
import { chunks } from '../../src/llm/chunks.ts';
import { runs } from '../properties/runs.ts';
import { partsOf } from './support.ts';

const usage = { input_tokens: 1, output_tokens: 2 };

/** A stream of each client, with text, two calls at once, a finish and usage. */
const STREAMS: readonly (readonly object[])[] = [
  [
    { type: 'message_start', message: { model: 'm', usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} } },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'b', name: 'g', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"x":1}' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage },
  ],
  [
    { type: 'response.created', response: { model: 'm' } },
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hello.' },
    ...['a', 'b'].map((call_id, at) => ({
      type: 'response.output_item.added',
      output_index: at + 1,
      item: { type: 'function_call', call_id, name: 'f', arguments: '' },
    })),
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"x":1}' },
    { type: 'response.completed', response: { usage } },
  ],
  [
    { type: 'raw_model_stream_event', data: { type: 'output_text_delta', delta: 'Hello.' } },
    { type: 'run_item_stream_event', name: 'tool_called', item: {} },
    { type: 'raw_model_stream_event', data: { type: 'response_done', response: { usage: { inputTokens: 1 } } } },
  ],
  [
    { candidates: [{ content: { parts: [{ text: 'Hello.' }] } }], modelVersion: 'm' },
    {
      candidates: [
        { content: { parts: [{ functionCall: { name: 'f', args: { x: 1 } } }, { functionCall: { id: 'b' } }] } },
      ],
    },
    { candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 } },
  ],
  [
    { type: 'start' },
    { type: 'text-delta', id: '0', text: 'Hello.' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { x: 1 } },
    { type: 'tool-call', toolCallId: 'b', toolName: 'g', input: {} },
    { type: 'finish', finishReason: 'tool-calls', totalUsage: { inputTokens: 1, outputTokens: 2 } },
  ],
  [
    { _getType: () => 'ai', id: 'm1', content: 'Hello.' },
    { _getType: () => 'ai', id: 'm1', content: '', tool_call_chunks: [{ index: 0, id: 'a', name: 'f', args: '{}' }] },
    {
      _getType: () => 'ai',
      id: 'm1',
      content: '',
      usage_metadata: usage,
      response_metadata: { finish_reason: 'stop' },
    },
  ],
  [
    {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content: 'Hello.' } }],
    },
    { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage },
  ],
];

/** What a broken client may put in place of a field. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    0,
    -1,
    Number.NaN,
    true,
    [],
    {},
    [null],
    'x'.repeat(300),
    1n,
    '__proto__',
  ),
  fc.jsonValue(),
);

type Damage = readonly [part: number, path: readonly number[], value: unknown];

/** Puts a value in the place of a field: each number of the path chooses one of the keys. */
function replace(value: unknown, [key, ...path]: readonly number[], junk: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return junk;
  const keys = Object.keys(value);
  const name = keys[key % keys.length];
  if (name === undefined) return junk;
  const replaced = replace(Reflect.get(value, name), path, junk);
  return Array.isArray(value) ? value.with(Number(name), replaced) : { ...value, [name]: replaced };
}

/** Returns the chunks of a stream, and how it has ended: by the code of an error, if it is one of ours. */
async function readAll(parts: readonly unknown[]): Promise<{ received: readonly unknown[]; end: unknown }> {
  const received: unknown[] = [];
  try {
    for await (const chunk of chunks(partsOf(...parts))) received.push(chunk);
    return { received, end: 'complete' };
  } catch (error) {
    return { received, end: Reflect.get(Object(error), 'code') ?? error };
  }
}

test('a damaged stream of any client gives valid chunks, or a clear error: never one of our own code', async () => {
  const damage: fc.Arbitrary<Damage> = fc.tuple(fc.nat(9), fc.array(fc.nat(5), { maxLength: 5 }), junk);
  const input = fc.record({
    stream: fc.constantFrom(...STREAMS),
    damages: fc.array(damage, { maxLength: 3 }),
    order: fc.array(fc.nat(9), { maxLength: 3 }),
  });
  const property = fc.asyncProperty(input, async ({ stream, damages, order }) => {
    const parts: unknown[] = [...stream];
    for (const [part, path, value] of damages)
      parts[part % parts.length] = replace(parts[part % parts.length], path, value);
    for (const at of order) parts.push(...parts.splice(at % parts.length, 1));
    const { received, end } = await readAll(parts);
    expect(['complete', 'chunk_invalid', 'handler_failed']).toContain(end);
    // Those of Chat Completions pass as they are; the session checks them.
    if (Array.isArray(Reflect.get(Object(parts[0]), 'choices'))) return;
    expect(received.map((chunk) => checkChunk(chunk).fault)).toEqual(received.map(() => null));
  });
  await fc.assert(property, runs(500));
});
