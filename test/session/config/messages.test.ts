import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, FunctionCall, HistoryMessage, Message } from '../../../src/core/message.ts';
import { parseConfig } from '../../../src/session/config/config.ts';
import { findUnusualMessages } from '../../../src/session/config/findUnusualMessages.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { createAnsweringSession } from '../../support/playSession.ts';
import { createFunction, type TestSession } from '../../support/testSession.ts';
import { faultsOf } from './faults.ts';
import { shortest } from './table.ts';

const call = (id: string): FunctionCall => ({
  id,
  type: 'function',
  function: { name: 'book_table', arguments: '{}' },
});
const callMessage = (...ids: string[]): object => ({ role: 'assistant', content: '', tool_calls: ids.map(call) });
const answers = (id: string): object => ({ role: 'tool', content: 'booked', tool_call_id: id });
const user = { role: 'user', content: 'hello' };

const messagesOf = (...initial_messages: object[]): readonly HistoryMessage[] =>
  parseConfig({ ...shortest, initial_messages }).initialMessages;
const refusedPaths = (...initial_messages: object[]): readonly string[] =>
  faultsOf({ ...shortest, initial_messages }).map(({ path }) => path);

describe('initial messages', () => {
  it('have the name and tool_call_id null where none is given', () => {
    expect(messagesOf(user)).toEqual([{ ...user, name: null, tool_call_id: null }]);
  });

  it('keep the calls of the assistant and the answers to them', () => {
    expect(messagesOf(callMessage('c1'), answers('c1'))).toEqual([
      { ...callMessage('c1'), name: null, tool_call_id: null },
      { ...answers('c1'), name: null },
    ]);
  });

  it.each([
    ['two calls, answered in any order', [callMessage('c1', 'c2'), answers('c2'), answers('c1')]],
    ['an answer after other messages', [callMessage('c1'), user, answers('c1')]],
    ['an id used again once it is answered', [callMessage('c1'), answers('c1'), callMessage('c1'), answers('c1')]],
    ['no calls at all', [callMessage(), user]],
  ])('may hold %s', (_, messages) => {
    expect(messagesOf(...messages)).toHaveLength(messages.length);
  });

  it.each([
    ['a tool_call_id on another role', [{ ...user, tool_call_id: 'c1' }], ['initial_messages[0].tool_call_id']],
    ['tool_calls on another role', [{ ...user, tool_calls: [call('c1')] }], ['initial_messages[0].tool_calls']],
    [
      'the function of a result on another role',
      [{ ...user, function: call('c1').function }],
      ['initial_messages[0].function'],
    ],
    ['no content, without calls', [{ role: 'assistant', content: null }], ['initial_messages[0].content']],
    [
      'no content, with an empty list of calls',
      [{ role: 'assistant', content: null, tool_calls: [] }],
      ['initial_messages[0].content'],
    ],
    ['no content, of a user', [{ role: 'user', content: null }], ['initial_messages[0].content']],
    [
      'a call of another type',
      [{ role: 'assistant', content: '', tool_calls: [{ ...call('c1'), type: 'custom' }] }, answers('c1')],
      ['initial_messages[0].tool_calls[0].type'],
    ],
    [
      'calls that are no array',
      [{ role: 'assistant', content: '', tool_calls: 'c1' }],
      ['initial_messages[0].tool_calls'],
    ],
    ['something else than messages', ['hello', null], ['initial_messages[0]', 'initial_messages[1]']],
  ])('may not hold %s', (_, messages, paths) => {
    expect(refusedPaths(...(messages as object[]))).toEqual(paths);
  });

  it('take content null beside calls as no text', () => {
    expect(messagesOf({ ...callMessage('c1'), content: null }, answers('c1'))[0]?.content).toBe('');
  });

  it('take the results of functions as events carry them', () => {
    const result = { ...answers('c1'), function: { name: 'book_table', arguments: '{}' } };
    expect(messagesOf(result)).toEqual([{ ...answers('c1'), name: null }]);
  });
});

describe('what a chat model would refuse', () => {
  const remarksOf = (...initial_messages: object[]): readonly (string | undefined)[] =>
    findUnusualMessages(messagesOf(...initial_messages)).map(({ details }) => details.path);

  it.each([
    ['a tool message without an id', [{ role: 'tool', content: '' }], ['initial_messages[0].tool_call_id']],
    [
      'a tool message without its call',
      [callMessage('c1'), answers('c1'), answers('c2')],
      ['initial_messages[2].tool_call_id'],
    ],
    [
      'a tool message before its call',
      [answers('c1'), callMessage('c1')],
      ['initial_messages[0].tool_call_id', 'initial_messages[1].tool_calls[0]'],
    ],
    [
      'a second answer to a call',
      [callMessage('c1'), answers('c1'), answers('c1')],
      ['initial_messages[2].tool_call_id'],
    ],
    ['a call without its answer', [callMessage('c1', 'c2'), answers('c1')], ['initial_messages[0].tool_calls[1]']],
    ['two open calls of one id', [callMessage('c1', 'c1'), answers('c1')], ['initial_messages[0].tool_calls[1].id']],
    ['a call without an id', [callMessage('')], ['initial_messages[0].tool_calls[0].id']],
    [
      'a call of no function',
      [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: '', arguments: '' } }],
        },
        answers('c1'),
      ],
      ['initial_messages[0].tool_calls[0].function.name'],
    ],
  ])('is a diagnostic: %s', (_, messages, paths) => {
    expect(remarksOf(...messages)).toEqual(paths);
  });

  it('names what models expect, and what came', () => {
    const [remark] = findUnusualMessages(messagesOf(answers('c1')));
    expect(remark).toMatchObject({
      code: 'message_unusual',
      message:
        'initial_messages[0].tool_call_id: chat models expect the id of an unanswered call of an earlier assistant ' +
        'message, got a string of 2 characters',
      details: { failure: false },
    });
  });

  it('is nothing in a history that is whole', () => {
    expect(remarksOf(user, callMessage('c1', 'c2'), answers('c2'), answers('c1'), user)).toEqual([]);
  });
});

describe('a history that a session left behind', () => {
  const start = (initial_messages: readonly object[]): TestSession =>
    createAnsweringSession({ config: { initial_messages: initial_messages as Message[] }, llm: ['Yes?'] });

  it('starts a session, and reaches the handler', async () => {
    const seen: ChatMessage[][] = [];
    const { clock, errors, history } = createAnsweringSession({
      config: { initial_messages: [answers('c1') as Message, { role: 'assistant', content: 'Booked.' }] },
      agent: {
        llm_response_handler: ({ messages }) => {
          seen.push(messages);
          return of(chunk('Yes?'), finish('stop'));
        },
      },
    });
    await clock.run(4000);
    expect(seen).toEqual([
      [
        { role: 'tool', content: 'booked', tool_call_id: 'c1' },
        { role: 'assistant', content: 'Booked.' },
        { role: 'user', content: 'tell me' },
      ],
    ]);
    expect(errors.map(({ code, details }) => [code, details.path])).toEqual([
      ['message_unusual', 'initial_messages[0].tool_call_id'],
    ]);
    expect(history().at(-1)).toBe('assistant: Yes?');
  });

  it('may be rebuilt from the nine events', async () => {
    const kept: object[] = [];
    const before = createAnsweringSession({
      llm: [{ calls: [{ name: 'book_table' }] }, 'Booked.'],
      agent: {
        functions: { book_table: createFunction(() => 'done') },
        on_user_message_added: ({ message }) => kept.push(message),
        on_agent_message_added: ({ message }) => kept.push(message),
        on_function_calls_collected: ({ function_calls }) =>
          kept.push({ role: 'assistant', content: null, tool_calls: function_calls }),
        on_function_calls_executed: ({ results }) => kept.push(...results),
      },
    });
    await before.clock.run(6000);
    expect(kept.map((message) => (message as Message).role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const { clock, errors, history } = start(kept);
    await clock.run(4000);
    expect(errors).toEqual([]);
    expect(history().slice(-3)).toEqual(['assistant: Booked.', 'user: tell me', 'assistant: Yes?']);
  });

  it('may be cut anywhere', async () => {
    const whole = [
      user,
      callMessage('c1', 'c2'),
      answers('c1'),
      answers('c2'),
      { role: 'assistant', content: 'Booked.' },
    ];
    for (const last of [1, 2, 3, 4, 5]) {
      const { clock, history } = start(whole.slice(-last));
      await clock.run(4000);
      expect(history().at(-1)).toBe('assistant: Yes?');
    }
  });
});
