import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/index.ts';
import { chunks, toAnthropic, type AnthropicRequest } from '../../src/llm/index.ts';
import { createAnsweringSession } from '../support/playSession.ts';
import { partsOf } from './support.ts';

const text = (words: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } });
const calling = [
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c1', name: 'find_table' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"guests":2}' } },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
];

test('a session with a model of another make answers with the result of a function', async () => {
  const requests: AnthropicRequest[] = [];
  const { clock, history } = createAnsweringSession({
    agent: {
      llm_response_handler: (input) => {
        requests.push(toAnthropic(input));
        return chunks(requests.length === 1 ? partsOf(...calling) : partsOf(text('Table 4 '), text('is yours.')));
      },
      functions: {
        find_table: defineFunction({
          description: 'Finds a table.',
          parameters: z.object({ guests: z.number() }),
          execute: ({ guests }) => `table 4 has ${guests} seats`,
        }),
      },
    },
  });
  await clock.run(6000);
  expect(history().at(-1)).toBe('assistant: Table 4 is yours.');
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['find_table']);
  expect(requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'find_table', input: { guests: 2 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'table 4 has 2 seats' }] },
  ]);
});
