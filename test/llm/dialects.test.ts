import { describe, expect, test } from 'vitest';
import { readParts } from './support.ts';

const CALL = { id: 'c1', name: 'find_table', args: '{"guests":2}' };

describe('Responses of OpenAI', () => {
  const usage = { input_tokens: 3, output_tokens: 4 };

  test('text and refusals', async () => {
    const parts = [
      { type: 'response.created', response: { model: 'gpt' } },
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hello.' },
      { type: 'response.refusal.delta', output_index: 0, delta: ' No.' },
      { type: 'response.completed', response: { usage } },
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Hello. No.', calls: [], finish: 'stop', usage: [3, 4] });
  });

  test('calls, each with its arguments', async () => {
    const added = (output_index: number, call_id: string) => ({
      type: 'response.output_item.added',
      output_index,
      item: { type: 'function_call', call_id, name: 'find_table', arguments: '' },
    });
    const args = (output_index: number, delta: string) => ({
      type: 'response.function_call_arguments.delta',
      output_index,
      delta,
    });
    const parts = [
      added(1, 'c1'),
      added(2, 'c2'),
      args(1, '{"guests"'),
      args(2, '{}'),
      args(1, ':2}'),
      { type: 'response.completed', response: { usage } },
    ];
    expect(await readParts(...parts)).toMatchObject({
      calls: [CALL, { id: 'c2', name: 'find_table', args: '{}' }],
      finish: 'tool_calls',
    });
  });

  test('a call whose arguments come in one', async () => {
    const item = { type: 'function_call', call_id: 'c1', name: 'find_table', arguments: '' };
    const parts = [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"guests":2}' },
      { type: 'response.completed', response: { usage } },
    ];
    expect((await readParts(...parts)).calls).toEqual([CALL]);
  });

  test('several responses, as of a loop of your own: its calls are carried out, each message is a line, and the tokens are those of all', async () => {
    const item = (output_index: number, fields: object) => ({
      type: 'response.output_item.added',
      output_index,
      item: fields,
    });
    const parts = [
      { type: 'response.created', response: {} },
      item(0, { type: 'message' }),
      { type: 'response.output_text.delta', output_index: 0, delta: 'One moment.' },
      item(1, { type: 'function_call', call_id: 'c1', name: 'find_table', arguments: '' }),
      { type: 'response.completed', response: { usage } },
      { type: 'response.created', response: {} },
      item(0, { type: 'message' }),
      { type: 'response.output_text.delta', output_index: 0, delta: 'Table 4.' },
      item(1, { type: 'message' }),
      { type: 'response.output_text.delta', output_index: 1, delta: 'Goodbye.' },
      { type: 'response.completed', response: { usage } },
    ];
    expect(await readParts(...parts)).toEqual({
      text: 'One moment.\nTable 4.\nGoodbye.',
      calls: [],
      finish: 'stop',
      usage: [6, 8],
    });
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ])('incomplete by %s finishes with %s', async (reason, expected) => {
    expect(
      (await readParts({ type: 'response.incomplete', response: { incomplete_details: { reason } } })).finish,
    ).toBe(expected);
  });
});

describe('the Agents SDK of OpenAI', () => {
  const raw = (data: object) => ({ type: 'raw_model_stream_event', data });

  test('text once, each message on a line, no call, and the tokens of all its responses', async () => {
    const parts = [
      { type: 'agent_updated_stream_event', agent: {} },
      raw({ type: 'model', event: { type: 'response.output_text.delta', delta: 'Hello.' } }),
      raw({ type: 'output_text_delta', delta: 'Hello.' }),
      raw({ type: 'response_done', response: { usage: { inputTokens: 1, outputTokens: 2 } } }),
      { type: 'run_item_stream_event', name: 'tool_called', item: {} },
      raw({ type: 'output_text_delta', delta: 'Table 4.' }),
      raw({ type: 'response_done', response: { usage: { inputTokens: 10, outputTokens: 20 } } }),
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Hello.\nTable 4.', calls: [], finish: 'stop', usage: [11, 22] });
  });
});

describe('Gemini', () => {
  const answer = (parts: readonly object[], more: object = {}) => ({
    candidates: [{ content: { parts }, ...more }],
    modelVersion: 'gemini',
  });

  test('text without thoughts, and the tokens of both', async () => {
    const parts = [
      answer([{ text: 'Hm.', thought: true }]),
      answer([{ text: 'Hello.' }], { finishReason: 'STOP' }),
      { usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 3, thoughtsTokenCount: 4 } },
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Hello.', calls: [], finish: 'stop', usage: [2, 7] });
  });

  test('calls, with ids and without', async () => {
    const parts = [
      answer(
        [
          { functionCall: { id: 'c1', name: 'find_table', args: { guests: 2 } } },
          { functionCall: { name: 'hang_up' } },
        ],
        { finishReason: 'STOP' },
      ),
    ];
    expect(await readParts(...parts)).toMatchObject({
      calls: [CALL, { name: 'hang_up', args: '{}' }],
      finish: 'tool_calls',
    });
  });

  test('text beside a call that is null', async () => {
    expect((await readParts(answer([{ text: 'Hello.', functionCall: null }]))).text).toBe('Hello.');
  });

  test('a prompt that is blocked', async () => {
    expect((await readParts({ promptFeedback: { blockReason: 'SAFETY' } })).finish).toBe('content_filter');
  });
});

describe('the AI SDK', () => {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'find_table', input: { guests: 2 } };
  const end = (finishReason: string) => ({
    type: 'finish',
    finishReason,
    totalUsage: { inputTokens: 1, outputTokens: 2 },
  });

  test('text without reasoning', async () => {
    const parts = [
      { type: 'start' },
      { type: 'reasoning-delta', id: '0', text: 'Hm.' },
      { type: 'text-delta', id: '1', text: 'Hello.' },
      end('stop'),
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Hello.', calls: [], finish: 'stop', usage: [1, 2] });
  });

  test('a call that is left to carry out', async () => {
    const parts = [{ type: 'tool-input-delta', id: 'c1', delta: '{"gue' }, call, end('tool-calls')];
    expect(await readParts(...parts)).toMatchObject({ calls: [CALL], finish: 'tool_calls' });
  });

  test.each(['tool-result', 'tool-error', 'tool-output-denied'])(
    'no call that it has carried out: %s',
    async (type) => {
      const parts = [
        { type: 'text-delta', id: '0', text: 'One moment.' },
        call,
        { type, toolCallId: 'c1' },
        { type: 'finish-step', response: {} },
        { type: 'text-delta', id: '1', text: 'Done.' },
        end('stop'),
      ];
      expect(await readParts(...parts)).toMatchObject({ text: 'One moment.\nDone.', calls: [], finish: 'stop' });
    },
  );

  test.each([
    ['whose arguments are invalid', { ...call, input: '{bad', invalid: true, dynamic: true }, '{bad'],
    ['of a tool that it does not know', { ...call, toolName: 'sing', invalid: true, dynamic: true }, '{"guests":2}'],
  ])('a call %s is left to the session, which answers it', async (_, invalid, args) => {
    const parts = [invalid, { type: 'tool-error', toolCallId: 'c1', error: 'invalid' }, end('tool-calls')];
    expect((await readParts(...parts)).calls).toMatchObject([{ id: 'c1', args }]);
  });

  test('no invalid call that the model has been asked again for', async () => {
    const parts = [
      { ...call, input: '{bad', invalid: true, dynamic: true },
      { type: 'tool-error', toolCallId: 'c1', error: 'invalid' },
      { type: 'finish-step', response: {} },
      { type: 'start-step' },
      { type: 'text-delta', id: '1', text: 'Done.' },
      end('stop'),
    ];
    expect(await readParts(...parts)).toMatchObject({ text: 'Done.', calls: [], finish: 'stop' });
  });

  test('no call that the model’s server carries out', async () => {
    expect((await readParts({ ...call, providerExecuted: true }, end('stop'))).calls).toEqual([]);
  });
});

describe('LangChain and LangGraph', () => {
  const message = (type: string, fields: object) => ({ _getType: () => type, id: 'm1', ...fields });
  const calling = message('ai', {
    content: '',
    tool_call_chunks: [{ index: 0, id: 'c1', name: 'find_table', args: '{"gue' }],
  });
  const called = message('ai', { content: '', tool_call_chunks: [{ index: 0, args: 'sts":2}' }] });

  test('text of strings and of blocks, with the tokens of all messages', async () => {
    const parts = [
      message('ai', { content: 'Hel' }),
      message('ai', {
        content: [
          { type: 'reasoning', reasoning: 'Hm.' },
          { type: 'text', text: 'lo.' },
        ],
        usage_metadata: { input_tokens: 1, output_tokens: 2 },
        response_metadata: { finish_reason: 'stop' },
      }),
      message('ai', { content: '', usage_metadata: { input_tokens: 10, output_tokens: 20 } }),
    ];
    expect(await readParts(...parts)).toEqual({ text: 'Hello.', calls: [], finish: 'stop', usage: [11, 22] });
  });

  test('a call of a model', async () => {
    expect(await readParts(calling, called)).toMatchObject({ calls: [CALL], finish: 'tool_calls' });
  });

  test('two calls of a model that never counts', async () => {
    const other = { index: 0, id: 'c2', name: 'find_table', args: '{"guests":3}' };
    const { calls } = await readParts(calling, called, message('ai', { content: '', tool_call_chunks: [other] }));
    expect(calls).toMatchObject([CALL, { ...CALL, id: 'c2', args: '{"guests":3}' }]);
  });

  test('a call of a model that does not stream', async () => {
    const tool_calls = [{ id: 'c1', name: 'find_table', args: { guests: 2 } }];
    expect(await readParts(message('ai', { content: '', tool_calls }))).toMatchObject({ calls: [CALL] });
  });

  test.each([
    ['OpenAI', { response_metadata: { finish_reason: 'tool_calls' } }],
    ['Responses', { response_metadata: { status: 'completed' } }],
    ['Anthropic', { additional_kwargs: { stop_reason: 'tool_use' } }],
    ['Gemini', { response_metadata: { finishReason: 'STOP' } }],
    ['Bedrock', { response_metadata: { messageStop: { stopReason: 'tool_use' } } }],
    ['Ollama', { response_metadata: { done_reason: 'stop' } }],
  ])('a call without arguments, with the finish of %s', async (_, fields) => {
    const piece = { index: 0, id: 'c1', name: 'hang_up', args: '' };
    const parts = [
      message('ai', { content: '', tool_call_chunks: [piece] }),
      message('ai', { content: '', ...fields }),
    ];
    expect(await readParts(...parts)).toMatchObject({
      calls: [{ id: 'c1', name: 'hang_up', args: '{}' }],
      finish: 'tool_calls',
    });
  });

  test.each(['values', 'updates', 'custom', 'tools'])('text behind a part of the mode %s', async (mode) => {
    const parts = [
      [mode, { agent: {} }],
      ['messages', [message('ai', { content: 'Hello.' }), {}]],
    ];
    expect((await readParts(...parts)).text).toBe('Hello.');
  });

  test.each([
    ['messages', (each: unknown) => [each, { langgraph_node: 'agent' }]],
    ['a list of modes', (each: unknown) => ['messages', [each, {}]]],
  ])('no call that a graph has carried out, with %s', async (_, wrap) => {
    const asked = message('ai', { content: 'One moment.' });
    const result = message('tool', { tool_call_id: 'c1', content: 'table 4' });
    const parts = [asked, calling, called, result, message('ai', { id: 'm2', content: 'Table 4.' })].map(wrap);
    expect(await readParts(...parts)).toMatchObject({ text: 'One moment.\nTable 4.', calls: [], finish: 'stop' });
  });
});
