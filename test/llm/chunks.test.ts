import { describe, expect, test } from 'vitest';
import { finish, chunk, opening } from '../../src/testing/index.ts';
import { chunks } from '../../src/llm/chunks.ts';
import { partsOf, readAnswer, readParts } from './support.ts';

describe('the chunks of a stream', () => {
  test('are those of Chat Completions, unchanged', async () => {
    const sent = [opening(), chunk('Hello.'), finish()];
    const received: unknown[] = [];
    for await (const each of chunks(partsOf(...sent))) received.push(each);
    expect(received).toEqual(sent);
    expect(received[1]).toBe(sent[1]);
  });

  test('are made of strings', async () => {
    expect(await readParts('Hel', 'lo.')).toEqual({ text: 'Hello.', calls: [], finish: 'stop', usage: undefined });
  });

  test('say that nothing is said, for an empty stream', async () => {
    expect(await readParts()).toEqual({ text: '', calls: [], finish: 'stop', usage: undefined });
  });

  test('have one head, one role, and one finish, at the end', async () => {
    const all = [];
    for await (const each of chunks(partsOf('a', 'b'))) all.push(each);
    expect(all.map(({ id, model, created }) => [id, model, created])).toEqual(
      Array.from({ length: 3 }, () => ['stream', 'unknown', 0]),
    );
    expect(all.map(({ choices: [choice] }) => choice?.delta)).toEqual([
      { role: 'assistant', content: 'a' },
      { content: 'b' },
      {},
    ]);
    expect(all.map(({ choices: [choice] }) => choice?.finish_reason)).toEqual([null, null, 'stop']);
  });

  test('come of a promise of a stream', async () => {
    expect((await readAnswer(Promise.resolve(partsOf('Hello.')))).text).toBe('Hello.');
  });

  test('come of `fullStream` of a result', async () => {
    const result = { fullStream: partsOf({ type: 'start' }, { type: 'text-delta', id: '0', text: 'Hello.' }) };
    expect((await readAnswer(result)).text).toBe('Hello.');
  });

  test('count as signs of life while the model thinks', async () => {
    const thinking = { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } };
    const iterator = chunks(partsOf(thinking, thinking))[Symbol.asyncIterator]();
    expect((await iterator.next()).value?.choices[0]?.delta).toEqual({ role: 'assistant' });
    expect((await iterator.next()).value?.choices[0]?.delta).toEqual({});
  });

  const raw = (event: object) => ({ type: 'raw_model_stream_event', data: { type: 'model', event } });
  test.each<[string, unknown]>([
    ['reasoning of LangChain', { _getType: () => 'ai', content: '', additional_kwargs: { reasoning_content: 'Hm.' } }],
    ['thoughts of LangChain', { _getType: () => 'ai', content: [{ type: 'thinking', thinking: 'Hm.' }] }],
    ['reasoning of the Agents SDK', raw({ type: 'response.reasoning_summary_text.delta', delta: 'Hm.' })],
    ['a call of the Agents SDK', raw({ type: 'response.function_call_arguments.delta', delta: '{' })],
    ['reasoning of its Chat Completions', raw({ choices: [{ delta: { reasoning: 'Hm.' } }] })],
  ])('count as signs of life: %s', async (_, part) => {
    const iterator = chunks(partsOf(part, 42))[Symbol.asyncIterator]();
    expect((await iterator.next()).value?.choices[0]?.delta).toEqual({ role: 'assistant' });
  });

  test('are none for the start, so that the time for the first chunk is that of the model', async () => {
    const iterator = chunks(partsOf({ type: 'start' }, { type: 'start-step' }, { type: 'text-delta', text: 'a' }))[
      Symbol.asyncIterator
    ]();
    expect((await iterator.next()).value?.choices[0]?.delta).toEqual({ role: 'assistant', content: 'a' });
  });
});

describe('a stream that cannot be read fails with what came', () => {
  test.each([
    [42, 'got 42'],
    [null, 'got null'],
    [{ type: 'hello' }, 'got {"type":"hello"}'],
    [{ a: 'b'.repeat(300) }, `got {"a":"${'b'.repeat(194)}…`],
    [{ big: 1n }, 'got a object that cannot be printed'],
  ])('%o', async (part, message) => {
    await expect(readParts(part)).rejects.toMatchObject({
      code: 'chunk_invalid',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['the first part', [{ type: 'error', error: new Error('overloaded') }], 'overloaded'],
    [
      'Anthropic',
      [{ type: 'ping' }, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
      'overloaded_error: Overloaded',
    ],
    [
      'Responses',
      [
        { type: 'response.created', response: {} },
        { type: 'error', code: 'server_error', message: 'No.' },
      ],
      'server_error: No.',
    ],
    [
      'Responses that failed',
      [{ type: 'response.failed', response: { error: { code: 'server_error', message: 'No.' } } }],
      'server_error: No.',
    ],
    ['the AI SDK', [{ type: 'start' }, { type: 'error', error: 'quota' }], 'quota'],
    [
      'Gemini',
      [{ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'bad call' }] }],
      'MALFORMED_FUNCTION_CALL: bad call',
    ],
    ['Gemini, without a message', [{ candidates: [{ finishReason: 'UNEXPECTED_TOOL_CALL' }] }], 'UNEXPECTED_TOOL_CALL'],
    ['the AI SDK that is aborted', [{ type: 'start' }, { type: 'abort', reason: 'too slow' }], 'too slow'],
    [
      'a proxy of Gemini',
      [
        { candidates: [{ content: { parts: [{ text: 'Hel' }] } }] },
        { error: { code: 'UNAVAILABLE', message: 'Overloaded' } },
      ],
      'UNAVAILABLE: Overloaded',
    ],
    ['a proxy of Gemini, with an error that is a text', [{ candidates: [] }, { error: 'Overloaded' }], 'Overloaded'],
    [
      'a proxy of Gemini, with a type',
      [{ candidates: [] }, { type: 'error', error: { message: 'Overloaded' } }],
      'Overloaded',
    ],
    ['a proxy of Anthropic, with an error that is a text', [{ type: 'ping' }, { error: 'Overloaded' }], 'Overloaded'],
    [
      'the Agents SDK',
      [
        { type: 'agent_updated_stream_event', agent: {} },
        { type: 'error', message: 'Overloaded' },
      ],
      'Overloaded',
    ],
    [
      'LangChain',
      [
        { _getType: () => 'ai', content: 'a' },
        { type: 'error', message: 'Overloaded' },
      ],
      'Overloaded',
    ],
    ['Chat Completions', [chunk('a'), { error: { code: 502, message: 'Bad gateway' } }], 'Bad gateway'],
  ])('an error within the stream of %s', async (_, parts, message) => {
    await expect(readParts(...parts)).rejects.toMatchObject({
      code: 'handler_failed',
      message: expect.stringContaining(`the model's stream failed: ${message}`),
    });
  });

  test.each([
    ['strings', ['Hello.', { type: 'text-delta', text: ' Bye.' }], 'got {"type":"text-delta"'],
    ['events', [{ type: 'response.created', response: {} }, 42], 'got 42'],
    ['events, later nothing', [{ type: 'start' }, null], 'got null'],
  ])('a later part of another kind, behind %s', async (_, parts, message) => {
    await expect(readParts(...parts)).rejects.toMatchObject({
      code: 'chunk_invalid',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    [{ id: 'chatcmpl-1', choices: [{ message: { content: 'Hello.' } }] }, 'got {"id":"chatcmpl-1"'],
    [['Hello.'], 'got ["Hello."]'],
    ['Hello.', 'got "Hello."'],
    [undefined, 'got undefined'],
    [Promise.resolve(null), 'got null'],
  ])('what is no stream: %o', async (answer, message) => {
    await expect((async () => readAnswer(answer as never))()).rejects.toMatchObject({
      code: 'chunk_invalid',
      message: expect.stringContaining(`expected the stream of a model, an async iterable; ${message}`),
    });
  });

  test('a stream that throws, with what it threw', async () => {
    const thrown = new Error('socket closed');
    const stream = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(thrown) }) };
    await expect(readAnswer(stream)).rejects.toBe(thrown);
  });

  test('a promise that rejects, with its reason', async () => {
    const reason = new Error('401');
    await expect(readAnswer(Promise.reject(reason))).rejects.toBe(reason);
  });
});

describe('cancelling', () => {
  /** A stream that never emits. */
  function createSilent() {
    const calls: string[] = [];
    const stream = {
      controller: { abort: () => calls.push('abort') },
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<unknown>>(() => {}),
        return: async () => {
          calls.push('return');
          return { done: true as const, value: undefined };
        },
      }),
    };
    return { calls, stream };
  }

  test('aborts and ends the stream at once, also while a part is awaited', async () => {
    const { calls, stream } = createSilent();
    const iterator = chunks(stream)[Symbol.asyncIterator]();
    void iterator.next();
    await iterator.return?.();
    expect(calls).toEqual(['abort', 'return']);
  });

  test('ends a stream whose controller throws', async () => {
    const { calls, stream } = createSilent();
    const controller = {
      abort: () => {
        throw new Error('no');
      },
    };
    await chunks({ ...stream, controller } as never)
      [Symbol.asyncIterator]()
      .return?.();
    expect(calls).toEqual(['return']);
  });

  test('ends a stream that arrives afterwards', async () => {
    const { calls, stream } = createSilent();
    const arrival = new Promise((resolve) => setImmediate(resolve)).then(() => stream);
    const iterator = chunks(arrival)[Symbol.asyncIterator]();
    await iterator.return?.();
    expect(calls).toEqual([]);
    await arrival;
    await Promise.resolve();
    expect(calls).toEqual(['abort', 'return']);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test('ends a stream that sent what cannot be read', async () => {
    const { calls, stream } = createSilent();
    const broken = {
      ...stream,
      [Symbol.asyncIterator]: () => ({ ...stream[Symbol.asyncIterator](), next: async () => ({ value: 7 }) }),
    };
    await expect(readAnswer(broken as never)).rejects.toThrow('got 7');
    expect(calls).toEqual(['abort', 'return']);
  });
});
