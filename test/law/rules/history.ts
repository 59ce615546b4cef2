import { at, says, types } from '../../catalogue/stage.ts';
import { historyOf } from '../tells.ts';
import { rule } from '../rule.ts';
import type { Performance } from '../perform.ts';
import type { Rule } from '../rule.ts';

const ASKED = 500;
const CALL = { calls: [{ name: 'look' }] };

export const history: readonly Rule[] = [
  rule({
    title: 'One order of events',
    rule: 'In every session the events have one order, numbered without a gap. A reply is one speech, whatever its rounds; the agent’s message comes when it was heard.',
    threshold: 'one round of functions',
    play: (rounds) => ({
      user: [says(320, 'tell me')],
      config: { max_nested_function_calls: 2 },
      llm: [...Array(rounds).fill(CALL), 'Seven.'],
      functions: { look: () => 'seven' },
    }),
    tells: eventsOf,
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
  rule({
    title: 'No whole word was heard',
    rule: 'A reply that is cut before its first word has an `agent_interrupted` with `""`, and no message.',
    threshold: 'the end of “One”, 180 ms',
    play: (ms) => ({ user: [types(ASKED, 'hello'), types(ASKED + ms, 'wait')], llm: ['One two.', 'Yes?'] }),
    tells: historyOf,
    shows: { fromMs: ASKED, toMs: 1500 },
    cases: [
      ['cut after 179 ms', 179, 'user: hello · user: wait · agent: Yes?'],
      ['180 ms', 180, 'user: hello · agent: One · user: wait · agent: Yes?'],
      ['181 ms', 181, 'user: hello · agent: One · user: wait · agent: Yes?'],
    ],
  }),
  rule({
    title: 'Speech that brings no words',
    rule: 'It has its start and its stop, and nothing else.',
    threshold: 'one word',
    play: (text) => ({ user: [says(320, text)], llm: ['Hi.'] }),
    tells: eventsOf,
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
  rule({
    title: 'What was said before the session',
    rule: '`initial_messages` are there from the start, without events; the model sees them.',
    threshold: 'one message',
    play: (count) => ({
      user: [types(ASKED, 'hello')],
      config: {
        initial_messages: Array.from({ length: count }, (_, n) => ({ role: 'user' as const, content: `before ${n}` })),
      },
      llm: ['Hi.'],
    }),
    tells: (performance) =>
      `${historyOf(performance)}; ${performance.when('user_message_added').length} user_message_added`,
    cases: [
      ['no message', 0, 'user: hello · agent: Hi.; 1 user_message_added'],
      ['one', 1, 'user: before 0 · user: hello · agent: Hi.; 1 user_message_added'],
      ['two', 2, 'user: before 0 · user: before 1 · user: hello · agent: Hi.; 1 user_message_added'],
    ],
  }),
  rule({
    title: 'The end of a session',
    rule: 'What the agent was saying is stopped and recorded as far as it was heard, without an `agent_interrupted`; open calls are settled with `session ended`; words that were not committed become a message. Nothing is answered, and nothing more happens.',
    threshold: 'the end of “One”, 180 ms',
    play: (ms) => ({
      user: [types(ASKED, 'hello'), at(ASKED + ms, ({ session }) => session.end({ after: 'now' }))],
      llm: ['One two.'],
    }),
    tells: (performance) => `${historyOf(performance)}; ${eventsOf(performance)}`,
    shows: { fromMs: ASKED, toMs: 1500 },
    cases: [
      ['ended after 179 ms', 179, 'user: hello; user_message · agent_started · agent_stopped'],
      ['180 ms', 180, 'user: hello · agent: One; user_message · agent_started · agent_stopped · agent_message'],
      ['181 ms', 181, 'user: hello · agent: One; user_message · agent_started · agent_stopped · agent_message'],
    ],
  }),
];

function eventsOf({ events }: Performance): string {
  return events.join(' · ').replaceAll('_speaking', '').replaceAll('function_calls_', '').replaceAll('_added', '');
}
