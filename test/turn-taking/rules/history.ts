import { does, says, types } from '../../support/userActions.ts';
import { describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const ASKED = 500;
const CALL = { calls: [{ name: 'look' }] };

export const history: readonly Rule[] = [
  createRule({
    title: 'One order of events',
    rule: 'The events of every session have one order, numbered without a gap. A reply is one speech, even if it has several rounds. The agent’s message is added when it has been heard.',
    threshold: 'one round of functions',
    play: (rounds) => ({
      user: [says(320, 'tell me')],
      config: { max_nested_function_calls: 2 },
      llm: [...Array(rounds).fill(CALL), 'Seven.'],
      functions: { look: () => 'seven' },
    }),
    result: eventsOf,
    shows: { fromMs: 320, toMs: 3000 },
    cases: [
      ['no function', 0, 'user_started · user_stopped · user_message · agent_started · agent_stopped · agent_message'],
      [
        'one round',
        1,
        'user_started · user_stopped · user_message · collected · executed · agent_started · agent_stopped · agent_message',
      ],
      [
        'two rounds',
        2,
        'user_started · user_stopped · user_message · collected · executed · collected · executed · agent_started · agent_stopped · agent_message',
      ],
    ],
  }),
  createRule({
    title: 'No whole word was heard',
    rule: 'A reply that is cut before the end of its first word has an `agent_interrupted` with `""`, and no message.',
    threshold: 'the end of “One”, 180 ms',
    play: (ms) => ({ user: [types(ASKED, 'hello'), types(ASKED + ms, 'wait')], llm: ['One two.', 'Yes?'] }),
    result: describeHistory,
    shows: { fromMs: ASKED, toMs: 1500 },
    cases: [
      ['cut after 179 ms', 179, 'user: hello · user: wait · agent: Yes?'],
      ['180 ms', 180, 'user: hello · agent: One · user: wait · agent: Yes?'],
      ['181 ms', 181, 'user: hello · agent: One · user: wait · agent: Yes?'],
    ],
  }),
  createRule({
    title: 'Speech without words',
    rule: 'It has its start and its stop, and no other event.',
    threshold: 'one word',
    play: (text) => ({ user: [says(320, text)], llm: ['Hi.'] }),
    result: eventsOf,
    cases: [
      ['no words', '', 'user_started · user_stopped'],
      ['one word', 'yes', 'user_started · user_stopped · user_message · agent_started · agent_stopped · agent_message'],
      [
        'two words',
        'yes please',
        'user_started · user_stopped · user_message · agent_started · agent_stopped · agent_message',
      ],
    ],
  }),
  createRule({
    title: 'Messages from before the session',
    rule: '`initial_messages` are in the history from the start, without events. The model sees them.',
    threshold: 'one message',
    play: (count) => ({
      user: [types(ASKED, 'hello')],
      config: {
        initial_messages: Array.from({ length: count }, (_, n) => ({ role: 'user' as const, content: `before ${n}` })),
      },
      llm: ['Hi.'],
    }),
    result: (conversation) =>
      `${describeHistory(conversation)}; ${conversation.when('user_message_added').length} user_message_added`,
    cases: [
      ['no message', 0, 'user: hello · agent: Hi.; 1 user_message_added'],
      ['one', 1, 'user: before 0 · user: hello · agent: Hi.; 1 user_message_added'],
      ['two', 2, 'user: before 0 · user: before 1 · user: hello · agent: Hi.; 1 user_message_added'],
    ],
  }),
  createRule({
    title: 'The end of a session',
    rule: 'The agent’s speech stops, and its heard part is added to the history, without an `agent_interrupted`. Open calls get the result `session ended`. Uncommitted words become a message that is not answered. No event follows.',
    threshold: 'the end of “One”, 180 ms',
    play: (ms) => ({
      user: [types(ASKED, 'hello'), does(ASKED + ms, ({ session }) => session.end({ after: 'now' }))],
      llm: ['One two.'],
    }),
    result: (conversation) => `${describeHistory(conversation)}; ${eventsOf(conversation)}`,
    shows: { fromMs: ASKED, toMs: 1500 },
    cases: [
      ['ended after 179 ms', 179, 'user: hello; user_message · agent_started · agent_stopped'],
      ['180 ms', 180, 'user: hello · agent: One; user_message · agent_started · agent_stopped · agent_message'],
      ['181 ms', 181, 'user: hello · agent: One; user_message · agent_started · agent_stopped · agent_message'],
    ],
  }),
];

function eventsOf({ eventNames }: Conversation): string {
  return eventNames.join(' · ').replaceAll('_speaking', '').replaceAll('function_calls_', '').replaceAll('_added', '');
}
