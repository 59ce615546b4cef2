import { delay, of } from 'rxjs';
import { COMMITTED, says, TELL_ME, types } from '../../support/userActions.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { describeCount, describeDelay, describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const SPOKEN = 2240;
const CALL = { calls: [{ name: 'look', id: 'call_1' }] };

export const impatience: readonly Rule[] = [
  createRule({
    title: 'Words while the model works',
    rule: 'A remark of the waiting user enters the history, and the answer goes on. Any other words are the next turn: the session cancels the answer and calls your handler with both turns.',
    threshold: 'the kind of words',
    play: (text) => ({
      user: [TELL_ME, says(SPOKEN, text)],
      llm: [{ text: 'Fine.', firstTokenMs: 4000 }, 'Both.'],
    }),
    result: whole,
    shows: { fromMs: 320, toMs: 7000 },
    cases: [
      ['“hello”', 'hello', 'user: tell me · user: hello · agent: Fine. (asked once)'],
      ['“can you hear me”', 'can you hear me', 'user: tell me · user: can you hear me · agent: Fine. (asked once)'],
      [
        '“no rush take your time”',
        'no rush take your time',
        'user: tell me · user: no rush take your time · agent: Fine. (asked once)',
      ],
      ['“okay”', 'okay', 'user: tell me · user: okay · agent: Fine. (asked once)'],
      [
        '“can you also find parking”',
        'can you also find parking',
        'user: tell me · user: can you also find parking · agent: Both. (asked twice)',
      ],
      [
        '“hello where is it”',
        'hello where is it',
        'user: tell me · user: hello where is it · agent: Both. (asked twice)',
      ],
      ['“no for two”', 'no for two', 'user: tell me · user: no for two · agent: Both. (asked twice)'],
    ],
  }),
  createRule({
    title: 'Words while a function runs',
    rule: 'A remark changes nothing. A correction aborts the function. A new question waits, and the agent answers it after the first.',
    threshold: 'the kind of words',
    play: (text) => ({ ...looking(3000), user: [TELL_ME, says(SPOKEN, text)] }),
    result: whole,
    shows: { fromMs: 320, toMs: 8000 },
    cases: [
      [
        '“hello are you there”',
        'hello are you there',
        'user: tell me · user: hello are you there · agent calls · result: seven · agent: So. (asked twice)',
      ],
      [
        '“and is there parking”',
        'and is there parking',
        'user: tell me · agent calls · result: seven · agent: So. · user: and is there parking · agent: Both. (asked three times)',
      ],
      [
        '“no for two”',
        'no for two',
        'user: tell me · agent calls · result: interrupted: may have been carried out · user: no for two · agent: So. (asked twice)',
      ],
      [
        '“wait”',
        'wait',
        'user: tell me · agent calls · result: interrupted: may have been carried out · user: wait · agent: So. (asked twice)',
      ],
    ],
  }),
  createRule({
    title: 'Functions that any words abort',
    rule: 'With `interruptible: true`, a new question aborts the function, too. A remark does not.',
    threshold: '`interruptible`, false',
    play: (text) => ({ ...looking(3000, { interruptible: true }), user: [TELL_ME, says(SPOKEN, text)] }),
    result: whole,
    cases: [
      ['“hello”', 'hello', 'user: tell me · user: hello · agent calls · result: seven · agent: So. (asked twice)'],
      [
        '“and is there parking”',
        'and is there parking',
        'user: tell me · agent calls · result: interrupted: may have been carried out · user: and is there parking · agent: So. (asked twice)',
      ],
    ],
  }),
  createRule({
    title: 'Words that wait are one turn',
    rule: 'The agent answers everything that the user said while a function ran as one turn, in the order in which it was said.',
    threshold: 'a second question, and a remark after the first',
    play: (texts) => ({
      ...looking(6000),
      user: [TELL_ME, ...texts.map((text, n) => says(SPOKEN + n * 2000, text))],
    }),
    result: whole,
    cases: [
      [
        'one question',
        ['and is there parking'],
        'user: tell me · agent calls · result: seven · agent: So. · user: and is there parking · agent: Both. (asked three times)',
      ],
      [
        'two',
        ['and is there parking', 'is it free'],
        'user: tell me · agent calls · result: seven · agent: So. · user: and is there parking is it free · agent: Both. (asked three times)',
      ],
      [
        'a remark after it',
        ['and is there parking', 'hello'],
        'user: tell me · agent calls · result: seven · agent: So. · user: and is there parking hello · agent: Both. (asked three times)',
      ],
      [
        'a correction after it',
        ['and is there parking', 'no for two'],
        'user: tell me · agent calls · result: interrupted: may have been carried out · user: and is there parking no for two · agent: So. (asked twice)',
      ],
    ],
  }),
  createRule({
    title: 'Typed text is a turn',
    rule: 'Typed text is never a remark: it ends the answer, and aborts a function.',
    threshold: 'speech or text',
    play: (typed) => ({ ...looking(3000), user: [TELL_ME, typed ? types(SPOKEN, 'hello') : says(SPOKEN, 'hello')] }),
    result: whole,
    cases: [
      [
        '“hello”, spoken',
        false,
        'user: tell me · user: hello · agent calls · result: seven · agent: So. (asked twice)',
      ],
      [
        '“hello”, typed',
        true,
        'user: tell me · agent calls · result: interrupted: may have been carried out · user: hello · agent: So. (asked twice)',
      ],
    ],
  }),
  createRule({
    title: 'After a question of the agent',
    rule: 'If the user answers a question in two parts, the second ends the reply to the first. "Are you there?" does not answer it.',
    threshold: 'the kind of words',
    play: (text) => ({
      user: [TELL_ME, says(3200, 'um'), says(4960, text)],
      llm: ['Is seven fine?', { text: 'Pardon?', firstTokenMs: 4000 }, 'Booked.'],
    }),
    result: whole,
    shows: { fromMs: 3200, toMs: 10_000 },
    cases: [
      [
        '“yes”',
        'yes',
        'user: tell me · agent: Is seven fine? · user: um · user: yes · agent: Booked. (asked three times)',
      ],
      [
        "“that's fine”",
        "that's fine",
        "user: tell me · agent: Is seven fine? · user: um · user: that's fine · agent: Booked. (asked three times)",
      ],
      [
        '“are you there”',
        'are you there',
        'user: tell me · agent: Is seven fine? · user: um · user: are you there · agent: Pardon? (asked twice)',
      ],
    ],
  }),
  createRule({
    title: 'A user who asks again and again',
    rule: 'A slow model is called once, however often the user asks whether anybody is there.',
    threshold: '“hello” every 2 s',
    play: (firstTokenMs) => ({
      user: [TELL_ME, ...[0, 1].map((n) => says(SPOKEN + n * 2016, 'hello', 320))],
      llm: [{ text: 'Fine.', firstTokenMs }],
    }),
    result: (conversation) =>
      `asked ${describeCount(conversation.llm.inputs.length)}, the agent begins ${describeDelay(conversation, 'agent_started_speaking', COMMITTED)}`,
    cases: [
      ['its text comes within a “hello”', 2800, 'asked once, the agent begins after 3616 ms'],
      ['between two', 4000, 'asked once, the agent begins after 4000 ms'],
    ],
  }),
];

function whole(conversation: Conversation): string {
  const { inputs } = conversation.llm;
  return `${describeHistory(conversation)} (asked ${describeCount(inputs.length)})`;
}

function looking(ms: number, { interruptible = false } = {}): PlayedSessionOptions {
  const look: PlayedSessionOptions['functions'] = { look: (clock) => of('seven').pipe(delay(ms, clock)) };
  return { llm: [CALL, 'So.', 'Both.'], ...(interruptible ? { interruptible: look } : { functions: look }) };
}
