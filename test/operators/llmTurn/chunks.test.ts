import type OpenAI from 'openai';
import { from, of } from 'rxjs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { llmTurn } from '../../../operators/llmTurn.ts';
import type { LlmTurnOptions } from '../../../operators/llmTurn/llmTurnOptions.ts';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import { chunk, finish, opening, toolCallChunk, usage } from '../../../src/testing/doubles/chunks.ts';
import { turns } from '../../../src/testing/fixtures.ts';
import { answered, raw } from './score.ts';

/** A valid chunk with these keys instead. */
function chunkWith(keys: Readonly<Record<string, unknown>>): unknown {
  return { ...chunk('Hi.'), ...keys };
}

function choiceWith(keys: Readonly<Record<string, unknown>>): unknown {
  return chunkWith({ choices: [{ index: 0, delta: { content: 'Hi.' }, finish_reason: null, ...keys }] });
}

function deltaWith(delta: unknown): unknown {
  return choiceWith({ delta });
}

function callWith(...calls: readonly unknown[]): unknown {
  return deltaWith({ tool_calls: calls });
}

describe('a chunk that is fatal to the turn', () => {
  it.each<[unknown, string, string]>([
    [undefined, 'chunk', 'an object, got undefined'],
    [null, 'chunk', 'an object, got null'],
    ['data', 'chunk', 'an object, got data'],
    [[], 'chunk', 'an object, got an array'],
    [chunkWith({ choices: undefined }), 'choices', 'an array, got undefined'],
    [chunkWith({ choices: {} }), 'choices', 'an array, got object'],
    [chunkWith({ choices: [{}, {}] }), 'choices', 'zero or one element, got 2 elements'],
    [chunkWith({ choices: [null] }), 'choices[0]', 'an object, got null'],
    [deltaWith('Hi.'), 'choices[0].delta', 'an object, got Hi.'],
    [deltaWith({ content: 7 }), 'choices[0].delta.content', 'a string or null, got number'],
    [deltaWith({ content: [{ text: 'Hi.' }] }), 'choices[0].delta.content', 'a string or null, got an array'],
    [choiceWith({ finish_reason: 0 }), 'choices[0].finish_reason', 'a string or null, got number'],
    [deltaWith({ tool_calls: {} }), 'choices[0].delta.tool_calls', 'an array or null, got object'],
    [callWith('time'), 'choices[0].delta.tool_calls[0]', 'an object, got time'],
    [callWith({ id: 'c1' }), 'choices[0].delta.tool_calls[0].index', 'an integer, got undefined'],
    [callWith({ index: 0 }, { index: 0.5 }), 'choices[0].delta.tool_calls[1].index', 'an integer, got number'],
    [callWith({ index: '0' }), 'choices[0].delta.tool_calls[0].index', 'an integer, got 0'],
    [callWith({ index: 0, function: 'time' }), 'choices[0].delta.tool_calls[0].function', 'an object, got time'],
    [
      callWith({ index: 0, function: { arguments: {} } }),
      'choices[0].delta.tool_calls[0].function.arguments',
      'a string, got object',
    ],
    [
      callWith({ index: 0, function: { arguments: null } }),
      'choices[0].delta.tool_calls[0].function.arguments',
      'a string, got null',
    ],
  ])('%j: %s is expected to be %s', (wrong, path, what) => {
    const { log, reported } = answered(raw(from([chunk('One.'), wrong, chunk('Two.')])));
    expect(log).toEqual(['started', 'text One.', 'failed']);
    expect(reported).toMatchObject([
      { code: 'chunk_invalid', message: `${path}: expected ${what}`, details: { path } },
    ]);
  });

  it('is quoted in part only', () => {
    const { reported } = answered(raw(of('x'.repeat(10_000))));
    expect(reported[0]?.message.length).toBeLessThan(150);
  });
});

describe('what real services do', () => {
  const unlike = (keys: Readonly<Record<string, unknown>>): unknown => ({ ...(chunk(' there.') as object), ...keys });
  const typed = toolCallChunk({ id: 'c1', name: 'time' });

  it.each<[string, readonly unknown[], string]>([
    ['an id that changes', [chunk('Hi'), unlike({ id: 'other' })], 'id'],
    ['no id', [chunkWith({ id: undefined }), chunkWith({ id: undefined })], 'id'],
    ['a time of creation that changes', [chunk('Hi'), unlike({ created: 1 })], 'created'],
    ['no time of creation', [chunkWith({ created: undefined })], 'created'],
    ['a model that changes', [chunk('Hi'), unlike({ model: 'other' })], 'model'],
    ['no model', [chunk('Hi'), unlike({ model: undefined })], 'model'],
    ['another object', [chunkWith({ object: '' })], 'object'],
    ['no object', [chunkWith({ object: undefined })], 'object'],
    ['a role in every chunk', [opening(), opening()], 'choices[0].delta.role'],
    ['a type in every part of a call', [typed, typed], 'choices[0].delta.tool_calls[0].type'],
    ['the count of tokens before the finish', [chunkWith({ usage: usage(1, 2).usage })], 'usage'],
  ])('%s: is reported once, and the turn goes on', (_, chunks, path) => {
    const { log, reported } = answered(raw(from([...chunks, ...chunks])));
    expect(log.at(-2)).toMatch(/^round 0/);
    expect(log.at(-1)).toBe('complete');
    expect(reported).toMatchObject([{ code: 'chunk_unusual', details: { failure: false, path, turn: 0 } }]);
  });

  it('all of them together are one report', () => {
    const chunks = [{ choices: [] }, chunk('Hi.'), opening(), opening(), chunkWith({ usage: usage(1, 2).usage })];
    expect(answered(raw(from(chunks))).reported).toHaveLength(1);
  });

  it.each<[string, readonly unknown[]]>([
    ['a first chunk without choices', [{ ...usage(0, 0), usage: null }, opening(), chunk('Hi.'), finish()]],
    ['the role in the second chunk', [chunk(''), opening(), finish()]],
    ['no finish reason', [choiceWith({ finish_reason: undefined })]],
    ['no delta', [choiceWith({ delta: undefined }), choiceWith({ delta: null })]],
    ['no content', [deltaWith({ content: null }), deltaWith({})]],
    ['no arguments', [callWith({ index: 0, id: 'c1', function: { name: 'time' } }), callWith({ index: 0 })]],
    ['calls that are null', [deltaWith({ content: 'Hi.', tool_calls: null })]],
    [
      'keys that nobody knows',
      [chunkWith({ service_tier: 'x' }), choiceWith({ logprobs: {} }), deltaWith({ refusal: '' })],
    ],
    ['the count of tokens with the finish', [{ ...finish(), usage: usage(1, 2).usage }]],
    ['the count of tokens last', [chunk('Hi.'), finish(), usage(1, 2)]],
    ['a type for each of two calls', [toolCallChunk({ id: 'a' }), toolCallChunk({ index: 1, id: 'b' })]],
  ])('%s: nothing is unusual', (_, chunks) => {
    const { log, reported } = answered(raw(from(chunks)));
    expect([log.at(-1), reported]).toEqual(['complete', []]);
  });
});

describe('the text', () => {
  it('after the finish is no part of the reply', () => {
    expect(answered(of(chunk('One.'), finish(), chunk('Two.'))).log).toEqual([
      'started',
      'text One.',
      'round 0: ',
      'complete',
    ]);
  });

  it('of the finish itself is', () => {
    const last = { ...finish(), choices: [{ index: 0, delta: { content: 'Bye.' }, finish_reason: 'stop' }] };
    expect(answered(of(last)).log).toContain('text Bye.');
  });

  it.each(['length', 'content_filter'])('that is cut short (%s) is emitted, and reported', (reason) => {
    const { log, reported } = answered(of(chunk('One'), finish(reason), finish(reason)));
    expect(log).toEqual(['started', 'text One', 'round 0: ', 'complete']);
    expect(reported).toMatchObject([
      { code: 'reply_truncated', message: expect.stringContaining(reason), details: { failure: false, turn: 0 } },
    ]);
  });

  it.each(['stop', 'tool_calls', 'end_turn'])('that ends by %s is whole', (reason) => {
    expect(answered(of(chunk('One'), finish(reason))).reported).toEqual([]);
  });
});

describe('a refusal', () => {
  const refusal = (text: unknown, content?: string): ChatCompletionChunk =>
    deltaWith({ refusal: text, ...(content !== undefined && { content }) }) as ChatCompletionChunk;

  it('is text for the user', () => {
    expect(answered(of(opening(), refusal('I cannot'), refusal(' do that.'), finish())).log).toEqual([
      'started',
      'text I cannot',
      'text  do that.',
      'round 0: ',
      'complete',
    ]);
  });

  it.each([
    [
      [chunk('Well.'), refusal('I cannot.')],
      ['text Well.', 'text  I cannot.'],
    ],
    [
      [chunk('Well. '), refusal('I cannot.')],
      ['text Well. ', 'text I cannot.'],
    ],
    [[refusal('I cannot.', 'Well.')], ['text Well. I cannot.']],
    [
      [chunk('Well.'), refusal('I'), refusal(' can'), refusal('not.')],
      ['text Well.', 'text  I', 'text  can', 'text not.'],
    ],
  ])('%# follows the text before it by a space', (chunks, texts) => {
    expect(answered(from(chunks)).log.slice(1, -2)).toEqual(texts);
  });

  it.each([null, undefined, 7, {}])('of %j is none', (none) => {
    const { log, reported } = answered(of(refusal(none, 'Hi.')));
    expect([log.slice(1, -2), reported]).toEqual([['text Hi.'], []]);
  });
});

describe('what is larger than the limits fails the turn, and only that', () => {
  const call = (part: Parameters<typeof toolCallChunk>[0]): ChatCompletionChunk => toolCallChunk(part);
  const many = (count: number, made: (at: number) => ChatCompletionChunk): ChatCompletionChunk[] =>
    Array.from({ length: count }, (_, at) => made(at));
  const text = chunk('x'.repeat(250_000));

  it.each<[string, readonly ChatCompletionChunk[], readonly ChatCompletionChunk[], string]>([
    ['the text of a chunk', [text], [chunk('x'.repeat(250_001))], 'choices[0].delta.content'],
    ['the text of a reply', [text, text, text, text], [text, text, text, text, chunk('x')], 'choices[0].delta.content'],
    [
      'the number of calls',
      many(128, (index) => call({ index, id: `${index}` })),
      many(129, (index) => call({ index, id: `${index}` })),
      'choices[0].delta.tool_calls',
    ],
    [
      'what the calls hold',
      [call({ id: 'a', arguments: 'x'.repeat(999_999) })],
      [call({ id: 'a', arguments: 'x'.repeat(999_999) }), call({ arguments: 'x' })],
      'choices[0].delta.tool_calls',
    ],
    ['the number of chunks', many(100_000, () => chunk('')), many(100_001, () => chunk('')), 'stream'],
  ])('%s', (_, most, tooMuch, path) => {
    const [fine, failing] = [answered(from(most)), answered(from(tooMuch))];
    expect([fine.log.at(-1), fine.reported]).toEqual(['complete', []]);
    expect(failing.log.at(-1)).toBe('failed');
    expect(failing.reported).toMatchObject([{ code: 'limit_exceeded', details: { path } }]);
    expect(failing.reported[0]?.details.failure).not.toBe(false);
  });

  it('a stream of chunks without a pause and without an end', () => {
    const endless = from(
      (function* chunks(): Generator<ChatCompletionChunk> {
        for (;;) yield chunk('');
      })(),
    );
    const { log, reported } = answered(endless);
    expect([log.at(-1), reported.map(({ code }) => code)]).toEqual(['failed', ['limit_exceeded']]);
  });
});

describe('the calls', () => {
  /** Why the calls of a stream are not executed, one for each round; null: they are. */
  const reasonsOf = (...chunks: readonly ChatCompletionChunk[]): unknown[] => {
    const reasons: unknown[] = [];
    of(turns.u)
      .pipe(llmTurn({ respond: () => from(chunks) }))
      .subscribe((event) => event.kind === 'round' && reasons.push(event.notExecuted ?? null));
    return reasons;
  };
  const calling = (args: string): ChatCompletionChunk => toolCallChunk({ id: 'a', name: 'time', arguments: args });

  it('of a stream that a content filter ended may not be executed', () => {
    expect(reasonsOf(calling('{}'), finish('content_filter'))).toEqual([
      'a content filter ended the answer of the model',
    ]);
  });

  it.each<[string, readonly ChatCompletionChunk[]]>([
    ['without a finish', [calling('')]],
    ['at its limit', [calling(''), finish('length')]],
    ['behind a call that is whole', [calling('{}'), toolCallChunk({ index: 1, id: 'b', name: 'book' })]],
  ])('of a stream that ends before the arguments of one come, %s, may not be executed', (_, chunks) => {
    expect(reasonsOf(...chunks)).toEqual(['the answer of the model broke off within a call']);
  });

  it.each<[string, readonly ChatCompletionChunk[]]>([
    ['no arguments, with a finish', [calling(''), finish('tool_calls')]],
    ['no arguments, with a finish of its own', [calling(''), finish('stop')]],
    ['whole arguments, without a finish', [calling('{}')]],
    ['whole arguments, at the limit', [calling('{}'), finish('length')]],
  ])('of any other stream may: %s', (_, chunks) => {
    expect(reasonsOf(...chunks)).toEqual([null]);
  });

  it('are put together from their parts, in the order of their index', () => {
    const parts = [
      toolCallChunk({ index: 1, id: 'b', name: 'book', arguments: '{"at"' }),
      toolCallChunk({ index: 0, id: 'a', name: 'time', arguments: '{' }),
      toolCallChunk({ index: 1, arguments: ':7}' }),
      toolCallChunk({ index: 0, arguments: '}' }),
    ];
    expect(answered(from(parts)).log).toContain('round 0: a time({}), b book({"at":7})');
  });

  it('keep the id and the name that came first', () => {
    const parts = [toolCallChunk({ id: 'a', name: 'time' }), toolCallChunk({ id: 'b', arguments: '{}' })];
    expect(answered(from(parts)).log).toContain('round 0: a time({})');
  });

  it.each(['stop', 'tool_calls', 'length'])('are complete when the stream ends, with a finish of %s', (reason) => {
    expect(answered(of(toolCallChunk({ id: 'a', name: 'time' }), finish(reason))).log).toContain('round 0: a time()');
  });

  it('are complete without any finish', () => {
    expect(answered(of(toolCallChunk({ id: 'a', name: 'time', arguments: '{}' }))).log).toContain(
      'round 0: a time({})',
    );
  });
});

describe('the official client', () => {
  it('fits as it is, in types', () => {
    expectTypeOf<OpenAI.ChatCompletionChunk>().toExtend<ChatCompletionChunk>();
    const respond = (client: OpenAI): LlmTurnOptions['respond'] => {
      return (_, signal) => client.chat.completions.create({ model: 'm', messages: [], stream: true }, { signal });
    };
    expectTypeOf(respond).returns.toEqualTypeOf<LlmTurnOptions['respond']>();
  });
});
