import type { Message } from 'antiphon';
import { expect, test } from 'vitest';
import type { ClientEvent } from '../../examples/talk/clientEvent.ts';
import { emptyLog, type SessionLog } from '../../examples/talk/sessionLog.ts';
import { formatConversation, formatEvents } from '../../examples/talk/report.ts';

const page = { columns: 44, paint: (_: unknown, text: string) => text };
const call = { id: 'c1', type: 'function' as const, function: { name: 'book_table', arguments: '{"people":2}' } };

function entry(role: Message['role'], content: string, more: object = {}): Message {
  return { role, content, name: null, tool_call_id: null, ...more };
}

function createMessage(name: 'on_agent_interrupted' | 'on_agent_message_added', content: string): ClientEvent {
  const message = { role: 'assistant', content, name: null, tool_call_id: null } as const;
  return { name, at: 1234, input: { message, heard: 'reported' } };
}

function createLog(history: readonly Message[], events: readonly ClientEvent[] = []): SessionLog {
  return { ...emptyLog, history, events };
}

test('the conversation shows who said what, and the results of the functions', () => {
  const history = [
    entry('system', 'You are a concierge.'),
    entry('user', 'a table for two people at seven please'),
    entry('assistant', '', { tool_calls: [call] }),
    entry('tool', 'booked', { tool_call_id: 'c1' }),
    entry('assistant', 'Done.'),
  ];
  expect(formatConversation(createLog(history), page)).toEqual([
    'you     a table for two people at seven',
    '        please',
    '        -> book_table({"people":2})',
    '        <- booked',
    'agent   Done.',
  ]);
});

test('an answer that was cut short is shown as such', () => {
  const history = [entry('assistant', 'With pleasure.')];
  const events = [createMessage('on_agent_interrupted', 'With pleasure.')];
  expect(formatConversation(createLog(history, events), page)).toEqual(['agent   With pleasure. … (interrupted)']);
});

test('the events come with their times, and with what they carry', () => {
  const events: readonly ClientEvent[] = [
    { name: 'on_user_started_speaking', at: 96, input: {} },
    { name: 'on_function_calls_collected', at: 1000, input: { function_calls: [call] } },
    {
      name: 'on_function_calls_executed',
      at: 1001,
      input: {
        results: [{ tool_call_id: 'c1', role: 'tool', content: 'booked', function: call.function }],
      },
    },
    createMessage('on_agent_message_added', 'Done: a table for two people at seven.'),
  ];
  expect(formatEvents(createLog([], events), page)).toEqual([
    '   0.10 s  on_user_started_speaking',
    '   1.00 s  on_function_calls_collected',
    '             book_table({"people":2})',
    '   1.00 s  on_function_calls_executed',
    '             book_table: booked',
    '   1.23 s  on_agent_message_added',
    '             Done: a table for two people at',
    '             seven.',
  ]);
});
