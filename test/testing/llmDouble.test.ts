import { lastValueFrom, toArray, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { chunk, finish, opening, toolCallChunk, usage } from '../../src/testing/doubles/chunks.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';
import { logOf } from './support.ts';

const write = ({ choices: [choice] }: ChatCompletionChunk): string =>
  JSON.stringify([choice?.delta, choice?.finish_reason]);
const all = (stream: Observable<ChatCompletionChunk>): Promise<ChatCompletionChunk[]> =>
  lastValueFrom(stream.pipe(toArray()));

test('every chunk that can be built belongs to the same completion and has its shape', () => {
  const completion = { id: 'chatcmpl-double', object: 'chat.completion.chunk', created: 0, model: 'double' };
  const choice = (delta: object, finish_reason: string | null): object => ({
    ...completion,
    choices: [{ index: 0, delta, finish_reason }],
  });
  expect(opening()).toEqual(choice({ role: 'assistant', content: '' }, null));
  expect(chunk('Hi')).toEqual(choice({ content: 'Hi' }, null));
  expect(finish()).toEqual(choice({}, 'stop'));
  expect(finish('length')).toEqual(choice({}, 'length'));
  expect(toolCallChunk({ id: 'a', name: 'book' })).toEqual(
    choice({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'book', arguments: '' } }] }, null),
  );
  expect(toolCallChunk({ index: 1, arguments: '{' })).toEqual(
    choice({ tool_calls: [{ index: 1, function: { arguments: '{' } }] }, null),
  );
  expect(usage(7, 5)).toEqual({
    ...completion,
    choices: [],
    usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
  });
});

test('a text streams word by word, spaces kept, at its pace', async () => {
  const clock = new VirtualClock();
  const llm = createLlmDouble(['We opened in '], { firstTokenMs: 200, tokenMs: 30, scheduler: clock });
  const log = logOf(llm({}), clock, write);
  await clock.run();
  expect(log).toEqual([
    '200 [{"role":"assistant","content":""},null]',
    '200 [{"content":"We"},null]',
    '230 [{"content":" opened"},null]',
    '260 [{"content":" in"},null]',
    '290 [{"content":" "},null]',
    '290 [{},"stop"]',
    '290 |',
  ]);
});

test('without a pace everything comes in the instant of the call', async () => {
  const llm = createLlmDouble(['Hi you.']);
  expect(await all(llm({}))).toEqual([opening(), chunk('Hi'), chunk(' you.'), finish()]);
});

test('tokens can be set, and the finish reason', async () => {
  const llm = createLlmDouble([{ text: ['4', '2.', '5'], finishReason: 'length' }]);
  expect(await all(llm({}))).toEqual([opening(), chunk('4'), chunk('2.'), chunk('5'), finish('length')]);
});

test('calls are streamed in pieces that add up to their JSON, after the text', async () => {
  const calls = [
    { name: 'book_table', arguments: { people: 2 } },
    { name: 'current_time', id: 'mine' },
  ];
  const [first, text, ...rest] = await all(createLlmDouble([{ text: 'Wait.', calls }])({}));
  expect([first, text]).toEqual([opening(), chunk('Wait.')]);
  expect(rest).toEqual([
    toolCallChunk({ index: 0, id: 'call-0', name: 'book_table' }),
    toolCallChunk({ index: 0, arguments: '{"peop' }),
    toolCallChunk({ index: 0, arguments: 'le":2}' }),
    toolCallChunk({ index: 1, id: 'mine', name: 'current_time' }),
    toolCallChunk({ index: 1, arguments: '{' }),
    toolCallChunk({ index: 1, arguments: '}' }),
    finish('tool_calls'),
  ]);
});

test('arguments that are a string are streamed as they are, valid or not', async () => {
  const chunks = await all(createLlmDouble([{ calls: [{ name: 'book', arguments: '{"no' }] }])({}));
  const pieces = chunks.map(({ choices }) => choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '');
  expect(pieces.join('')).toBe('{"no');
});

test('replies come in turn, may be computed from the input, and run out with an error', async () => {
  const llm = createLlmDouble<{ n: number }>(['one', ({ n }) => `got ${n}`]);
  expect((await all(llm({ n: 1 })))[1]).toEqual(chunk('one'));
  expect((await all(llm({ n: 2 }))).slice(1, 3)).toEqual([chunk('got'), chunk(' 2')]);
  await expect(all(llm({ n: 3 }))).rejects.toThrow('the LLM double has 2 replies and was called 3 times');
  expect(llm.inputs).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test.each([
  [0, ['0 opening']],
  [1, ['0 opening', '0 one']],
])('a stream can stall or fail after %i tokens', async (tokens, expected) => {
  const clock = new VirtualClock();
  const llm = createLlmDouble([
    { text: 'one two', stallAfterTokens: tokens },
    { text: 'one two', failAfterTokens: tokens },
  ]);
  const word = ({ choices: [choice] }: ChatCompletionChunk): string => choice?.delta.content || 'opening';
  const stalled = logOf(llm({}), clock, word);
  const failed = logOf(llm({}), clock, word);
  await clock.run();
  expect(stalled).toEqual(expected);
  expect(failed).toEqual([...expected, '0 # the LLM double fails, as configured']);
});

test('cancelling closes it at once', async () => {
  const ledger = new SubscriptionLedger();
  const clock = new VirtualClock();
  const streaming = createLlmDouble(['one two'], { tokenMs: 100, scheduler: clock, ledger })({}).subscribe();
  await clock.run(50);
  expect(ledger.open()).toEqual({ llm: 1 });
  streaming.unsubscribe();
  expect(ledger.open()).toEqual({});
  expect(clock.pending).toBe(0);
});
