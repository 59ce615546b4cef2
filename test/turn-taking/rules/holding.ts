import { TELL_ME, coughs, does, says, types } from '../../support/userActions.ts';
import { describeDelay, describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const WINDOW = 32;
const COMMITTED = 1586;
/** Speech that begins at 1920 ms is known two windows later. */
const KNOWN = 1984;

export const holding: readonly Rule[] = [
  createRule({
    title: 'The agent does not begin while the user speaks',
    rule: 'The first sample of a reply waits. It is sent when the user has stopped and the recogniser found no words.',
    threshold: 'the instant in which speech is detected',
    play: (ms) => ({
      user: [TELL_ME, coughs(1920, 320)],
      llm: [{ text: ['', 'Fine.'], firstTokenMs: KNOWN - COMMITTED + ms - 1, tokenMs: 1 }],
    }),
    result: (conversation) => `the agent begins ${describeDelay(conversation, 'agent_started_speaking', COMMITTED)}`,
    shows: { fromMs: COMMITTED, toMs: 4000 },
    cases: [
      ['its first sample arrives 1 ms before', -1, 'the agent begins after 397 ms'],
      ['in that instant, after it', 0, 'the agent begins after 1280 ms'],
      ['1 ms after', 1, 'the agent begins after 1280 ms'],
    ],
  }),
  createRule({
    title: 'Words before the agent is audible supersede its reply',
    rule: 'The reply is cancelled, nothing of it enters the history, and the new words are a further message. A cough changes nothing.',
    threshold: 'one word',
    play: (text) => ({
      user: [TELL_ME, says(1920, text)],
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }, 'Yes.'],
    }),
    result: describeHistory,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['no words', '', 'user: tell me · agent: Fine.'],
      ['one word', 'wait', 'user: tell me · user: wait · agent: Yes.'],
      ['two words', 'wait please', 'user: tell me · user: wait please · agent: Yes.'],
    ],
  }),
  createRule({
    title: 'In a long silence of the agent any word interrupts',
    rule: 'If the user speaks 1 s or more after the last sample that was sent, any word interrupts. In a shorter silence the thresholds apply.',
    threshold: '1 s after the last sample sent; here to the last window of the word',
    play: (ms) => silence(ms),
    result: ({ when }) => (when('agent_interrupted').length > 0 ? 'interrupted' : 'the agent continues'),
    shows: { fromMs: COMMITTED, toMs: 8000 },
    cases: [
      ['999 ms', 999, 'the agent continues'],
      ['1000 ms', 1000, 'interrupted'],
      ['1001 ms', 1001, 'interrupted'],
    ],
  }),
  createRule({
    title: 'Words before the noise are kept',
    rule: 'A segment keeps the words that it brought before it became noise, and counts as ended there.',
    threshold: '3 s after the word, which is heard after 320 ms',
    play: (windows) => ({
      user: [says(320, { text: 'hello', answer: 'empty', msPerWord: 320 }, 320 + windows * WINDOW)],
      llm: ['Hi.'],
    }),
    result: (conversation) =>
      `“${conversation.committed[0]?.text}” ${describeDelay(conversation, 'user_message_added', 320)}`,
    shows: { fromMs: 320, toMs: 6000 },
    cases: [
      ['74 windows after it, 2368 ms', 74, '“hello” after 3314 ms'],
      ['75 windows, 2400 ms', 75, '“hello” after 3320 ms'],
      ['95 windows, 3040 ms', 95, '“hello” after 3328 ms'],
    ],
  }),
  createRule({
    title: 'A recogniser without interims is asked for its text',
    rule: 'If words come only with the final, the session asks the recogniser for its text after 10 s of voice. A segment without words is noise.',
    threshold: '10 s of voice, 313 windows',
    play: (windows) => ({
      user: [TELL_ME, coughs(1920, windows * WINDOW)],
      stt: { interims: false, delayMs: 10 },
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }],
    }),
    result: (conversation) => begins(conversation, 1920),
    shows: { fromMs: 1920, toMs: 14_000 },
    cases: [
      ['312 windows, 9984 ms', 312, 'held to the end, the agent begins after 10570 ms'],
      ['313 windows, 10016 ms', 313, 'noise, the agent begins after 10026 ms'],
      ['314 windows, 10048 ms', 314, 'noise, the agent begins after 10026 ms'],
    ],
  }),
  createRule({
    title: 'Functions and further rounds wait, too',
    rule: 'While the user speaks, the session calls no function and requests no further round. Running functions continue.',
    threshold: 'the instant in which speech is detected',
    play: (ms) => ({
      user: [TELL_ME, coughs(1920, 320)],
      llm: [{ calls: [{ name: 'look' }], firstTokenMs: KNOWN - COMMITTED + ms - 2, tokenMs: 1 }, 'So.'],
      functions: { look: () => 'seven' },
    }),
    result: (conversation) => `called ${describeDelay(conversation, 'function_calls_collected', COMMITTED)}`,
    shows: { fromMs: COMMITTED, toMs: 4000 },
    cases: [
      ['the model calls a function 1 ms before', -1, 'called after 397 ms'],
      ['in that instant, after it', 0, 'called after 1280 ms'],
      ['1 ms after', 1, 'called after 1280 ms'],
    ],
  }),
  createRule({
    title: 'A first message is held, never superseded',
    rule: 'Words that come before the first message is audible wait until it has been spoken.',
    threshold: 'the first sample of the message',
    play: (ms) => ({
      user: [types(500 + ms, 'hello')],
      config: { first_message: 'Good evening.' },
      tts: { utterances: [{ firstAudioMs: 500 }] },
      llm: ['Hi.'],
    }),
    result: describeHistory,
    shows: { fromMs: 0, toMs: 3000 },
    cases: [
      ['typed 1 ms before', -1, 'agent: Good evening. · user: hello · agent: Hi.'],
      ['in that instant, after it', 0, 'user: hello · agent: Hi.'],
      ['1 ms after', 1, 'user: hello · agent: Hi.'],
    ],
  }),
  createRule({
    title: 'An empty first message',
    rule: 'With `""` the agent says nothing. It speaks any other text as soon as the client has joined.',
    threshold: 'one character',
    play: (first_message) => ({
      user: [does(700, ({ io }) => io.user.connected.next(true))],
      config: { first_message },
      prepare: ({ user }) => user.connected.next(false),
    }),
    result: (conversation) => `spoken ${describeDelay(conversation, 'agent_started_speaking', 0)}`,
    cases: [
      ['""', '', 'spoken never'],
      ['"A"', 'A', 'spoken after 700 ms'],
      ['"Ay"', 'Ay', 'spoken after 700 ms'],
    ],
  }),
];

/** The last sample of the first sentence is sent so long before the end of the first voiced windows of a word. */
function silence(ms: number) {
  const word = 4800;
  const known = word + 9 * WINDOW;
  const sent = known - ms;
  // "One two three. " lasts 900 ms; its last frame leaves when 200 ms are left of what was sent before.
  return {
    user: [TELL_ME, says(word, 'wait', 9 * WINDOW)],
    llm: [
      { text: ['One two three. ', 'Four five six.'], firstTokenMs: sent - 1586 - 1000 - 680, tokenMs: 4000 },
      'Yes?',
    ],
  };
}

function begins(conversation: Conversation, sinceMs: number): string {
  const noise = conversation.codes.includes('noise') ? 'noise' : 'held to the end';
  return `${noise}, the agent begins ${describeDelay(conversation, 'agent_started_speaking', sinceMs)}`;
}
