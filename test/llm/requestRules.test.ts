import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../src/core/message.ts';
import { toAiSdk, toAnthropic, toGemini, toResponses } from '../../src/llm/index.ts';
import { background, ID } from './background.ts';
import { faultsOfRequest } from './requestRules.ts';

const APIS = ['Chat Completions', 'Responses', 'Anthropic', 'Gemini', 'AI SDK'];
const LAST = background.length - 1;

/** The APIs that would refuse a request. */
function refusedBy(messages: readonly ChatMessage[]): readonly string[] {
  const faults = faultsOfRequest(messages);
  return APIS.filter((api) => faults.some((fault) => fault.startsWith(api)));
}

describe('a history with a call in the background', () => {
  test('can be sent to every model', () => expect(faultsOfRequest(background)).toEqual([]));

  test('has ids that every model accepts, each in its own way', () => {
    expect(toAnthropic({ messages: background }).messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: `${ID}_result`, content: 'table 4' },
    ]);
    expect(toGemini({ messages: background }).contents.at(-1)?.parts).toEqual([
      { functionResponse: { id: `${ID}:result`, name: 'find_table', response: { output: 'table 4' } } },
    ]);
    expect(toResponses({ messages: background }).input.at(-1)).toMatchObject({ call_id: `${ID}:result` });
    expect(toAiSdk({ messages: background }, (schema) => schema).messages.at(-1)).toMatchObject({ role: 'tool' });
  });
});

describe('no model accepts', () => {
  test('a second result of one call', () => {
    const second: ChatMessage = { role: 'tool', tool_call_id: ID, content: 'table 4' };
    expect(refusedBy([...background, { role: 'user', content: 'And?' }, second])).toEqual(APIS);
  });

  test('a call without its result', () => expect(refusedBy(background.slice(0, LAST))).toEqual(APIS));

  test('words between a call and its result', () => {
    expect(refusedBy(background.toSpliced(LAST, 0, { role: 'user', content: 'And?' }))).toEqual(APIS);
  });
});

test.each([
  ['an id that is too long', `${ID}:update1000000`, ['Chat Completions']],
  ['an id twice', ID, ['Chat Completions', 'Responses', 'Anthropic']],
])('%s is found', (_, id, apis) => {
  const renamed = background.slice(0, -2).concat(
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: 'find_table', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: 'table 4' },
  );
  expect(refusedBy(renamed)).toEqual(apis);
});
