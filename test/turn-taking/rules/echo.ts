import { says, TELL_ME } from '../../support/userActions.ts';
import { describeTurns } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';

const WINDOW = 32;
const COMMITTED = 1586;
/** Speech at 60 ms a character, as the agent's. */
const ANSWER = 'Today we close at eight, and open again at noon.';

export const echo: readonly Rule[] = [
  createRule({
    title: 'Four words of the agent are its echo',
    rule: 'With `ignore_echo`, four or more words in a row that the agent has just said neither interrupt it nor get an answer. Fewer are words of the user.',
    threshold: 'four words',
    play: (text) => ({
      user: [
        TELL_ME,
        says(COMMITTED + 128, { text, msPerWord: 250 }, WINDOW * Math.round((60 * text.length) / WINDOW)),
      ],
      config: { ignore_echo: true },
      llm: [ANSWER, 'Yes.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 7000 },
    cases: [
      ['three words', 'today we close', '“tell me”, “today we close”'],
      ['four', 'today we close at', '“tell me”'],
      ['five', 'today we close at eight', '“tell me”'],
    ],
  }),
  createRule({
    title: 'An echo comes within a second',
    rule: 'Each word of an echo ends at most 1 s after the same word of the agent’s audio. Later ones are words of the user.',
    threshold: '1 s, between 31 and 32 windows',
    play: (windows) => ({
      user: [
        TELL_ME,
        says(COMMITTED - 18 + windows * WINDOW, { text: 'today we close at eight', msPerWord: 280 }, 44 * WINDOW),
      ],
      config: { ignore_echo: true },
      llm: [ANSWER, 'Yes.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 7000 },
    cases: [
      ['960 ms after the audio', 30, '“tell me”'],
      ['992 ms', 31, '“tell me”'],
      ['1024 ms', 32, '“tell me”, “today we close at eight”'],
    ],
  }),
];
