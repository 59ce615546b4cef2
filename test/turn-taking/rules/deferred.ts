import { LONG, TELL_ME, says, types } from '../../support/userActions.ts';
import { describeDelay, describeTurns } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';

const WINDOW = 32;
/** `LONG` without delays is audible until then. */
const STOPPED = 1586 + LONG.length * 60;

export const deferred: readonly Rule[] = [
  createRule({
    title: 'A “yes” shortly before the end is a turn of its own',
    rule: 'Speech below the thresholds is kept. If its last sound is at most 2 s before the agent stops, it is answered then. Otherwise its words go in front of the user’s next turn.',
    threshold: '2 s',
    play: (ms) => ({
      user: [TELL_ME, says(6400, 'yes', 320), types(12_000, 'more')],
      llm: [{ text: LONG, firstTokenMs: 6720 + ms - STOPPED }, 'Good.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 6400, toMs: 13_000 },
    cases: [
      ['1999 ms before the agent stops', 1999, '“tell me”, “yes”, “more”'],
      ['2000 ms', 2000, '“tell me”, “yes”, “more”'],
      ['2001 ms', 2001, '“tell me”, “yes more”'],
    ],
  }),
  createRule({
    title: 'Speech that would have interrupted is a turn of its own',
    rule: 'With interruptions switched off, speech that reaches the thresholds is answered when the agent has finished.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows',
    play: (windows) => ({
      user: [TELL_ME, says(3200, 'yes', windows * WINDOW), types(12_000, 'more')],
      config: { allow_interruptions: false },
      llm: [LONG, 'Good.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['15 windows, 480 ms', 15, '“tell me”, “yes more”'],
      ['16 windows, 512 ms', 16, '“tell me”, “yes”, “more”'],
      ['17 windows, 544 ms', 17, '“tell me”, “yes”, “more”'],
    ],
  }),
  createRule({
    title: 'Words before a first message',
    rule: 'Words that had to wait for a `first_message` are a turn of their own if they have enough voice to interrupt.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows',
    play: (windows) => ({
      user: [says(64, 'hello', windows * WINDOW), types(12_000, 'more')],
      config: { first_message: `Good evening. ${LONG}` },
      tts: { utterances: [{ firstAudioMs: 2000 }] },
      llm: ['Hi.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 0, toMs: 13_000 },
    cases: [
      ['15 windows, 480 ms', 15, '“hello more”'],
      ['16 windows, 512 ms', 16, '“hello”, “more”'],
      ['17 windows, 544 ms', 17, '“hello”, “more”'],
    ],
  }),
  createRule({
    title: 'The user still speaks when the agent has finished',
    rule: 'A segment that is open at that instant belongs to the user’s next turn.',
    threshold: 'the end of the agent’s speech; here with a `min_silence_duration` of 2.5 s',
    play: (ms) => ({
      user: [types(500, 'hello'), says(4800, 'and so', 256), types(12_000, 'more')],
      config: { vad: { provider: 'silero', min_silence_duration: 2.5 } },
      llm: [{ text: LONG, firstTokenMs: 664 - ms }, 'Good.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 4800, toMs: 13_000 },
    cases: [
      ['the speech ends 1 ms before', -1, '“hello”, “and so more”'],
      ['in that instant', 0, '“hello”, “and so more”'],
      ['1 ms after', 1, '“hello”, “and so”, “more”'],
    ],
  }),
  createRule({
    title: 'Text typed while interruptions are off',
    rule: 'It is a turn of its own, committed when the agent has stopped.',
    threshold: 'the end of the agent’s speech',
    play: (ms) => ({
      user: [types(500, 'hello'), types(500 + 300 + ms, 'more')],
      config: { allow_interruptions: false },
      llm: ['Sure.', 'Good.'],
    }),
    result: ({ when }) => `a turn after ${(when('user_message_added')[1] ?? 0) - 500} ms`,
    shows: { fromMs: 500, toMs: 2000 },
    cases: [
      ['typed 1 ms before it', -1, 'a turn after 300 ms'],
      ['in that instant', 0, 'a turn after 300 ms'],
      ['1 ms after it', 1, 'a turn after 301 ms'],
    ],
  }),
  createRule({
    title: 'Deferred words delay the turn that they begin',
    rule: 'The next turn is committed when the words in front of it are known.',
    threshold: 'the answer to the next turn, 50 ms after its end',
    play: (ms) => ({
      user: [TELL_ME, says(3200, { text: 'nice', delayMs: 4000 + ms }, 256), says(7264, 'more')],
      config: { allow_interruptions: false },
      stt: { finalTimeoutMs: 9000 },
      llm: ['One two three four five six seven eight nine ten.', 'Good.'],
    }),
    result: (conversation) =>
      `${describeTurns(conversation)}, ${describeDelay(conversation, 'user_message_added', 7264 + 640)}`,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['the deferred words are known 1 ms before', 448 + 49, '“tell me”, “nice more”, after 626 ms'],
      ['in that instant', 448 + 50, '“tell me”, “nice more”, after 626 ms'],
      ['1 ms after', 448 + 51, '“tell me”, “nice more”, after 627 ms'],
    ],
  }),
];
