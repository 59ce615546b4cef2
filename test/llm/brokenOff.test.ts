import { expect, test } from 'vitest';
import { readParts } from './support.ts';

test.each([
  [
    'Anthropic',
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c1', name: 'hang_up' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
    ],
  ],
  [
    'Responses',
    [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', call_id: 'c1', name: 'hang_up', arguments: '' },
      },
    ],
  ],
])('a stream of %s that breaks off within a call, which is not carried out', async (_, parts) => {
  await expect(readParts(...parts)).rejects.toMatchObject({
    code: 'handler_failed',
    message: "the model's stream broke off within a call of hang_up",
  });
});

test.each([
  [
    'Anthropic',
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c1', name: 'hang_up' } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
    ],
    'length',
  ],
  [
    'Responses',
    [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', call_id: 'c1', name: 'hang_up', arguments: '' },
      },
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
    ],
    'length',
  ],
  [
    'LangChain',
    [{ _getType: () => 'ai', content: '', tool_call_chunks: [{ index: 0, id: 'c1', name: 'hang_up', args: '' }] }],
    null,
  ],
])(
  'a call of %s whose arguments have not come is passed on without any, and not as finished',
  async (_, parts, finish) => {
    expect(await readParts(...parts)).toMatchObject({ calls: [{ id: 'c1', name: 'hang_up', args: '' }], finish });
  },
);
