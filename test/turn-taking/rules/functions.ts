import { delay, of } from 'rxjs';
import type { ChatMessage } from '../../../src/core/message.ts';
import { LONG, types } from '../../support/userActions.ts';
import { describeCount, describeDelay, describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const ASKED = 500;
const CALL = { calls: [{ name: 'look', id: 'call_1' }] };

export const functions: readonly Rule[] = [
  createRule({
    title: 'How many rounds a turn may have',
    rule: 'After the calls of a round your handler is called again, at most `max_nested_function_calls` times per turn. Calls beyond that are not executed. Their results say `not executed` and why (`function_rounds_exceeded`).',
    threshold: '`max_nested_function_calls`, 1',
    play: (rounds) => ({
      user: [types(ASKED, 'hello')],
      llm: [...Array(rounds).fill(CALL), 'So.'],
      functions: { look: () => 'seven' },
    }),
    result: ({ llm, codes }) => [`the handler is called ${describeCount(llm.inputs.length)}`, ...codes].join(', '),
    shows: { fromMs: ASKED, toMs: 3000 },
    cases: [
      ['the model calls functions in no round', 0, 'the handler is called once'],
      ['in one round', 1, 'the handler is called twice'],
      ['in two rounds', 2, 'the handler is called twice, function_rounds_exceeded, empty_reply'],
    ],
  }),
  createRule({
    title: 'A function that takes too long',
    rule: 'A function has 30 s, or its own `timeout`. After that, its result is an error, which the model sees.',
    threshold: '30 s',
    play: (ms) => ({
      user: [types(ASKED, 'hello')],
      llm: [CALL, 'So.'],
      functions: { look: (clock) => of('seven').pipe(delay(ms, clock)) },
      untilMs: 40_000,
    }),
    result: (conversation) =>
      `“${resultOf(conversation)}” ${describeDelay(conversation, 'function_calls_executed', ASKED)}`,
    shows: { fromMs: ASKED, toMs: 32_000 },
    cases: [
      ['29.999 s', 29_999, '“seven” after 29999 ms'],
      ['30 s', 30_000, '“seven” after 30000 ms'],
      ['30.001 s', 30_001, '“error: "look" did not return within 30 s” after 30000 ms'],
    ],
  }),
  createRule({
    title: 'An interruption aborts running calls',
    rule: 'Every call gets exactly one result. A call that runs when the reply is cut gets `interrupted: may have been carried out` at once, and what it returns later is dropped. A call that had not begun gets `interrupted: not carried out`.',
    threshold: 'the interruption',
    play: (ms) => ({
      user: [types(ASKED, 'hello'), types(1500, 'wait')],
      llm: [{ ...CALL, text: LONG }, 'Yes?', 'Yes?'],
      functions: { look: (clock) => of('seven').pipe(delay(1000 + ms, clock)) },
    }),
    result: (conversation) =>
      `“${resultOf(conversation)}” ${describeDelay(conversation, 'function_calls_executed', ASKED)}`,
    shows: { fromMs: ASKED, toMs: 2500 },
    cases: [
      ['it returns 1 ms before', -1, '“seven” after 999 ms'],
      ['in that instant', 0, '“interrupted: may have been carried out” after 1000 ms'],
      ['1 ms after', 1, '“interrupted: may have been carried out” after 1000 ms'],
    ],
  }),
  createRule({
    title: 'A function that must not be interrupted',
    rule: 'An `uninterruptible` function runs to its end. The next turn waits for it, for at most 10 s. Then its result is `still running`.',
    threshold: '10 s from when the turn was due',
    play: (ms) => ({
      user: [types(ASKED, 'hello'), types(1500, 'wait')],
      llm: [{ ...CALL, text: LONG }, 'Yes?'],
      uninterruptible: { look: (clock) => of('seven').pipe(delay(1000 + ms, clock)) },
    }),
    result: (conversation) =>
      `“${resultOf(conversation)}”, the turn ${describeDelay(conversation, 'user_message_added', 1500)}`,
    shows: { fromMs: ASKED, toMs: 13_000 },
    cases: [
      ['it returns after 9.999 s', 9999, '“seven”, the turn after 9999 ms'],
      ['10 s', 10_000, '“seven”, the turn after 10000 ms'],
      ['10.001 s', 10_001, '“still running”, the turn after 10000 ms'],
    ],
  }),
  createRule({
    title: 'The agent speaks while functions run',
    rule: 'The text of a round is spoken at once. The text of the next round continues where it ends, or follows after a silence. Both are one speech and one message.',
    threshold: 'the end of the first round’s speech, 660 ms',
    play: (ms) => ({
      user: [types(ASKED, 'hello')],
      llm: [{ ...CALL, text: 'One moment.' }, 'Seven.'],
      functions: { look: (clock) => of('seven').pipe(delay(660 + ms, clock)) },
    }),
    result: ({ when }) => `${when('agent_started_speaking').length} speech of ${lengthOf(when)} ms`,
    shows: { fromMs: ASKED, toMs: 3000 },
    cases: [
      ['the function returns 1 ms before', -1, '1 speech of 1080 ms'],
      ['in that instant', 0, '1 speech of 1080 ms'],
      ['1 ms after', 1, '1 speech of 1081 ms'],
    ],
  }),
  createRule({
    title: 'The model sees what it said, once',
    rule: 'The next round of the same reply sees the text of the round before in the message with the calls. The history gets the text when it has been heard.',
    threshold: 'one word',
    play: (text) => ({
      user: [types(ASKED, 'hello')],
      llm: [{ ...CALL, text }, 'Seven.'],
      functions: { look: () => 'seven' },
    }),
    result: (conversation) => `the model sees “${seenOf(conversation)}”; the history: ${describeHistory(conversation)}`,
    cases: [
      ['no word', '', 'the model sees “”; the history: user: hello · agent calls · result: seven · agent: Seven.'],
      [
        'one word',
        'One',
        'the model sees “One”; the history: user: hello · agent calls · result: seven · agent: One Seven.',
      ],
      [
        'two words',
        'One moment.',
        'the model sees “One moment.”; the history: user: hello · agent calls · result: seven · agent: One moment. Seven.',
      ],
    ],
  }),
  createRule({
    title: 'The error of a function is its result',
    rule: 'The model sees what went wrong and can say so.',
    play: (name) => ({
      user: [types(ASKED, 'hello')],
      llm: [{ calls: [{ name, arguments: name === 'strict' ? '{"at":' : {} }] }, 'So.'],
      functions: { look: () => Promise.reject(new Error('the book is lost')), strict: () => 'seven' },
    }),
    result: resultOf,
    cases: [
      ['it throws', 'look', 'error: "look" failed: the book is lost'],
      ['there is no such function', 'lock', 'error: there is no function "lock"'],
      ['its arguments are not JSON', 'strict', 'error: "strict" got invalid arguments: Unexpected end of JSON input'],
    ],
  }),
];

function resultOf({ history }: Conversation): string {
  return (
    history()
      .find((line) => line.startsWith('tool: '))
      ?.slice(6) ?? 'no result'
  );
}

function lengthOf(when: Conversation['when']): number {
  return (when('agent_stopped_speaking')[0] ?? 0) - (when('agent_started_speaking')[0] ?? 0);
}

/** What the model was shown beside its calls, the last time it was asked. */
function seenOf({ llm }: Conversation): string {
  const { messages } = llm.inputs.at(-1) as { readonly messages: readonly ChatMessage[] };
  return messages.flatMap((message) => (message.role === 'assistant' ? [message.content] : [])).join();
}
