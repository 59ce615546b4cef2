import { describe, expect, test } from 'vitest';
import type { ChatMessage, Tool } from '../../src/core/message.ts';
import { toAiSdk, toAnthropic, toGemini, toResponses } from '../../src/llm/index.ts';

const messages: ChatMessage[] = [
  { role: 'system', content: 'You are a concierge.' },
  { role: 'assistant', content: 'Good evening.' },
  { role: 'user', content: 'A table' },
  { role: 'user', content: 'for two' },
  { role: 'assistant', content: 'One moment.', tool_calls: [callOf('c1', '{"guests":2}'), callOf('c2', 'no json')] },
  { role: 'tool', tool_call_id: 'c1', content: 'table 4' },
  { role: 'tool', tool_call_id: 'c2', content: 'invalid arguments' },
  { role: 'assistant', content: '' },
  { role: 'system', content: 'The kitchen closes.' },
];
const parameters = { type: 'object', properties: { guests: { type: 'number' } } };
const tools: Tool[] = [
  { type: 'function', function: { name: 'find_table', description: 'Finds a table.', parameters } },
];

function callOf(id: string, json: string) {
  return { id, type: 'function' as const, function: { name: 'find_table', arguments: json } };
}

const CUT_OFF: ChatMessage[] = [
  { role: 'user', content: 'Tell me a story.' },
  { role: 'assistant', content: 'Once upon' },
];

const SYSTEM = 'You are a concierge.\n\nThe kitchen closes.';

describe('messages and tools', () => {
  test('for Anthropic alternate, and begin with the user', () => {
    expect(toAnthropic({ messages, tools })).toEqual({
      system: SYSTEM,
      messages: [
        { role: 'user', content: [{ type: 'text', text: '(The conversation begins.)' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Good evening.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'A table' },
            { type: 'text', text: 'for two' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'One moment.' },
            { type: 'tool_use', id: 'c1', name: 'find_table', input: { guests: 2 } },
            { type: 'tool_use', id: 'c2', name: 'find_table', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'table 4' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'invalid arguments' },
          ],
        },
      ],
      tools: [{ name: 'find_table', description: 'Finds a table.', input_schema: parameters }],
    });
  });

  test.each([
    ['Anthropic', () => toAnthropic({ messages: CUT_OFF }).messages.at(-1)],
    ['Gemini', () => toGemini({ messages: CUT_OFF }).contents.at(-1)],
  ])('for %s end with the user, also where an answer goes on', (_, last) => {
    expect(last()).toMatchObject({ role: 'user' });
    expect(JSON.stringify(last())).toContain('(The conversation goes on.)');
  });

  test('for Anthropic have ids that it takes, also those of other models', () => {
    const call = callOf('functions.f:0', '{}');
    const { messages: converted } = toAnthropic({
      messages: [
        { role: 'user', content: 'A table' },
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: 'table 4' },
      ],
    });
    expect(converted.slice(1).map(({ content: [block] }) => block)).toMatchObject([
      { id: 'functions_f_0' },
      { tool_use_id: 'functions_f_0' },
    ]);
  });

  test('for Gemini have the names of the functions in their results, and no signature of thoughts', () => {
    const { contents, config } = toGemini({ messages, tools });
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    expect(contents[3]?.parts.slice(0, 2)).toEqual([
      { text: 'One moment.' },
      {
        functionCall: { id: 'c1', name: 'find_table', args: { guests: 2 } },
        thoughtSignature: 'skip_thought_signature_validator',
      },
    ]);
    expect(contents[4]?.parts[0]).toEqual({
      functionResponse: { id: 'c1', name: 'find_table', response: { output: 'table 4' } },
    });
    expect(config).toEqual({
      systemInstruction: SYSTEM,
      tools: [
        {
          functionDeclarations: [
            { name: 'find_table', description: 'Finds a table.', parametersJsonSchema: parameters },
          ],
        },
      ],
    });
  });

  test('for Responses keep their order, with system messages in place', () => {
    expect(toResponses({ messages, tools })).toEqual({
      input: [
        { role: 'system', content: 'You are a concierge.' },
        { role: 'assistant', content: 'Good evening.' },
        { role: 'user', content: 'A table' },
        { role: 'user', content: 'for two' },
        { role: 'assistant', content: 'One moment.' },
        { type: 'function_call', call_id: 'c1', name: 'find_table', arguments: '{"guests":2}' },
        { type: 'function_call', call_id: 'c2', name: 'find_table', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'table 4' },
        { type: 'function_call_output', call_id: 'c2', output: 'invalid arguments' },
        { role: 'system', content: 'The kitchen closes.' },
      ],
      tools: [{ type: 'function', name: 'find_table', description: 'Finds a table.', parameters, strict: false }],
    });
  });

  test('for the AI SDK have schemas of its own making', () => {
    const { system, messages: converted, tools: made } = toAiSdk({ messages, tools }, (schema) => ({ schema }));
    expect(system).toBe(SYSTEM);
    expect(converted.map(({ role }) => role)).toEqual(['assistant', 'user', 'user', 'assistant', 'tool', 'tool']);
    expect(converted[4]).toEqual({
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'find_table', output: { type: 'text', value: 'table 4' } },
      ],
    });
    expect(made).toEqual({ find_table: { description: 'Finds a table.', inputSchema: { schema: parameters } } });
  });

  test('of a conversation without system messages and tools have neither', () => {
    const plain = { messages: [{ role: 'user' as const, content: 'Hello.' }] };
    expect(toAnthropic(plain)).toEqual({ messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }] });
    expect(toGemini(plain)).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }], config: {} });
    expect(toResponses(plain)).toEqual({ input: plain.messages });
    expect(toAiSdk(plain, (schema) => schema)).toEqual({ messages: plain.messages });
  });

  test('name a result whose call is not there "unknown"', () => {
    const orphan: ChatMessage[] = [{ role: 'tool', tool_call_id: 'gone', content: 'x' }];
    expect(toGemini({ messages: orphan }).contents[0]?.parts[0]).toMatchObject({
      functionResponse: { name: 'unknown' },
    });
  });
});

describe('a tool choice', () => {
  const named = { type: 'function', function: { name: 'find_table' } } as const;

  test.each([
    ['auto', { type: 'auto' }, 'auto', 'auto'],
    ['none', { type: 'none' }, 'none', 'none'],
    ['required', { type: 'any' }, 'required', 'required'],
    [
      named,
      { type: 'tool', name: 'find_table' },
      { type: 'function', name: 'find_table' },
      { type: 'tool', toolName: 'find_table' },
    ],
  ] as const)('%j is that of each model', (tool_choice, anthropic, responses, aiSdk) => {
    const request = { messages, tools, tool_choice };
    expect(toAnthropic(request).tool_choice).toEqual(anthropic);
    expect(toResponses(request).tool_choice).toEqual(responses);
    expect(toAiSdk(request, (schema) => schema).toolChoice).toEqual(aiSdk);
  });

  test('is left out without tools, which the services refuse', () => {
    const request = { messages, tool_choice: 'required' } as const;
    expect(
      [toAnthropic(request), toResponses(request), toAiSdk(request, (schema) => schema)].flatMap(Object.keys),
    ).toEqual(['system', 'messages', 'input', 'system', 'messages']);
  });
});
