import { describe, expect, test } from 'vitest';
import { readParts } from '../support.ts';

const CALL = { id: 'c1', name: 'find_table', args: '{"guests":2}' };

describe('Anthropic', () => {
  const start = {
    type: 'message_start',
    message: { model: 'claude', usage: { input_tokens: 5, cache_read_input_tokens: 20 } },
  };
  const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
  const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields });
  const end = (stop_reason: string) => ({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 7 } });

  test('text, and the tokens of the prompt with those of its cache', async () => {
    const parts = [
      start,
      block(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'Good ' }),
      delta(0, { type: 'text_delta', text: 'evening.' }),
      end('end_turn'),
      { type: 'message_stop' },
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Good evening.', calls: [], finish: 'stop', usage: [25, 7] });
  });

  test('a call, with its arguments in pieces', async () => {
    const parts = [
      start,
      block(0, { type: 'thinking', thinking: '' }),
      block(1, { type: 'tool_use', id: 'c1', name: 'find_table', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"gue' }),
      delta(1, { type: 'input_json_delta', partial_json: 'sts":2}' }),
      end('tool_use'),
    ];
    expect(await readParts(...parts)).toMatchObject({ text: '', calls: [CALL], finish: 'tool_calls' });
  });

  test('a call without arguments has an empty object', async () => {
    const parts = [block(0, { type: 'tool_use', id: 'c1', name: 'hang_up', input: {} }), end('tool_use')];
    expect((await readParts(...parts)).calls).toEqual([{ id: 'c1', name: 'hang_up', args: '{}' }]);
  });

  test.each([
    ['nothing follows', []],
    ['its pieces follow', [delta(0, { type: 'input_json_delta', partial_json: '{"guests":2}' })]],
  ])('a call whose arguments are in its start has them once, where %s', async (_, pieces) => {
    const called = block(0, { type: 'tool_use', id: 'c1', name: 'find_table', input: { guests: 2 } });
    expect((await readParts(start, called, ...pieces, end('tool_use'))).calls).toEqual([CALL]);
  });

  test('the tokens of the prompt are those that it reports last', async () => {
    const last = { ...end('end_turn'), usage: { input_tokens: 8, cache_read_input_tokens: 20, output_tokens: 7 } };
    expect((await readParts(start, last, start, end('end_turn'))).usage).toEqual([53, 14]);
  });

  test('what its server carries out is no call', async () => {
    const parts = [
      block(0, { type: 'server_tool_use', id: 's1', name: 'web_search' }),
      delta(0, { type: 'input_json_delta', partial_json: '' }),
      end('end_turn'),
    ];
    expect(await readParts(...parts)).toMatchObject({ calls: [], finish: 'stop' });
  });

  test('two calls at once, each with its arguments, whose pieces are mixed and may be empty', async () => {
    const parts = [
      start,
      block(0, { type: 'tool_use', id: 'c1', name: 'find_table', input: {} }),
      block(1, { type: 'tool_use', id: 'c2', name: 'hang_up', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '' }),
      delta(0, { type: 'input_json_delta', partial_json: '{"guests"' }),
      delta(1, { type: 'input_json_delta', partial_json: '' }),
      delta(0, { type: 'input_json_delta', partial_json: ':2}' }),
      end('tool_use'),
    ];
    expect((await readParts(...parts)).calls).toEqual([CALL, { id: 'c2', name: 'hang_up', args: '{}' }]);
  });

  test('several messages, as of a loop of your own: its calls are carried out, each answer is a line, and the tokens are those of all', async () => {
    const parts = [
      start,
      block(0, { type: 'text', text: 'One moment.' }),
      block(1, { type: 'tool_use', id: 'c1', name: 'find_table', input: {} }),
      end('tool_use'),
      start,
      block(0, { type: 'text', text: 'Table 4.' }),
      block(1, { type: 'tool_use', id: 'c2', name: 'hang_up', input: {} }),
      end('tool_use'),
    ];
    expect(await readParts(...parts)).toEqual({
      text: 'One moment.\nTable 4.',
      calls: [{ id: 'c2', name: 'hang_up', args: '{}' }],
      finish: 'tool_calls',
      usage: [50, 14],
    });
  });

  test('texts around what its server carries out are on lines of their own, those of a citation are not', async () => {
    const parts = [
      block(0, { type: 'text', text: 'I look.' }),
      block(1, { type: 'server_tool_use', id: 's1', name: 'web_search' }),
      block(2, { type: 'text', text: 'It opened' }),
      block(3, { type: 'text', text: ' in 1980.' }),
      end('end_turn'),
    ];
    expect((await readParts(...parts)).text).toBe('I look.\nIt opened in 1980.');
  });

  test.each([
    ['max_tokens', 'length'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'stop'],
  ])('%s finishes with %s', async (reason, expected) => {
    expect((await readParts(start, end(reason))).finish).toBe(expected);
  });
});
