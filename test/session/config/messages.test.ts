import { describe, expect, it } from 'vitest';
import type { FunctionCall, Message } from '../../../src/core/message.ts';
import { parseConfig } from '../../../src/session/config.ts';
import { faultsOf } from './faults.ts';
import { shortest } from './table.ts';

const call = (id: string): FunctionCall => ({
  id,
  type: 'function',
  function: { name: 'book_table', arguments: '{}' },
});
const asks = (...ids: string[]): object => ({ role: 'assistant', content: '', tool_calls: ids.map(call) });
const answers = (id: string): object => ({ role: 'tool', content: 'booked', tool_call_id: id });
const user = { role: 'user', content: 'hello' };

const messagesOf = (...initial_messages: object[]): readonly Message[] =>
  parseConfig({ ...shortest, initial_messages }).initialMessages;
const refusedPaths = (...initial_messages: object[]): readonly string[] =>
  faultsOf({ ...shortest, initial_messages }).map(({ path }) => path);

describe('initial messages', () => {
  it('have the name and tool_call_id null where none is given', () => {
    expect(messagesOf(user)).toEqual([{ ...user, name: null, tool_call_id: null }]);
  });

  it('keep the calls of the assistant and the answers to them', () => {
    expect(messagesOf(asks('c1'), answers('c1'))).toEqual([
      { ...asks('c1'), name: null, tool_call_id: null },
      { ...answers('c1'), name: null },
    ]);
  });

  it.each([
    ['two calls, answered in any order', [asks('c1', 'c2'), answers('c2'), answers('c1')]],
    ['an answer after other messages', [asks('c1'), user, answers('c1')]],
    ['an id used again once it is answered', [asks('c1'), answers('c1'), asks('c1'), answers('c1')]],
    ['no calls at all', [asks(), user]],
  ])('may hold %s', (_, messages) => {
    expect(messagesOf(...messages)).toHaveLength(messages.length);
  });

  it.each([
    ['a tool_call_id on another role', [{ ...user, tool_call_id: 'c1' }], ['initial_messages[0].tool_call_id']],
    ['a tool message without an id', [{ role: 'tool', content: '' }], ['initial_messages[0].tool_call_id']],
    [
      'a tool message without its call',
      [asks('c1'), answers('c1'), answers('c2')],
      ['initial_messages[2].tool_call_id'],
    ],
    [
      'a tool message before its call',
      [answers('c1'), asks('c1')],
      ['initial_messages[0].tool_call_id', 'initial_messages[1].tool_calls[0]'],
    ],
    ['a second answer to a call', [asks('c1'), answers('c1'), answers('c1')], ['initial_messages[2].tool_call_id']],
    ['a call without its answer', [asks('c1', 'c2'), answers('c1')], ['initial_messages[0].tool_calls[1]']],
    ['two open calls of one id', [asks('c1', 'c1'), answers('c1')], ['initial_messages[0].tool_calls[1].id']],
    ['tool_calls on another role', [{ ...user, tool_calls: [call('c1')] }], ['initial_messages[0].tool_calls']],
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

  it('are checked for their order also where a single one is at fault', () => {
    expect(refusedPaths({ role: 'user' }, answers('c1'))).toEqual([
      'initial_messages[0].content',
      'initial_messages[1].tool_call_id',
    ]);
  });
});
