import { LONG, TELL_ME, says, types } from '../../support/userActions.ts';
import { describeDelay, describeTurns } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const WINDOW = 32;
/** `LONG` without delays is audible until then. */
const STOPPED = 1586 + LONG.length * 60;

const QUESTION = 'We have a table in the garden, under the old tree, and one inside. Shall I book the first one?';
const QUESTION_ASKED = 1586 + QUESTION.length * 60;

/** How long after the agent's first speech the next turn is committed. */
function describeWait({ when }: Conversation): string {
  const [stopped = Number.NaN] = when('agent_stopped_speaking');
  const committed = when('user_message_added').find((at) => at >= stopped) ?? Number.NaN;
  return `a turn ${committed - stopped} ms after the agent`;
}

export const deferred: readonly Rule[] = [
  createRule({
    title: 'An early “yes” is answered at once',
    rule: 'The agent answers a remark over its speech when it has finished. If the last sound of the remark is at most 2 s before the agent stops, the agent answers at once. Otherwise it waits 1.2 s for what the user says next.',
    threshold: '2 s',
    play: (ms) => ({
      user: [TELL_ME, says(6400, 'at eight', 320)],
      llm: [{ text: LONG, firstTokenMs: 6720 + ms - STOPPED }, 'Good.'],
    }),
    result: describeWait,
    shows: { fromMs: 6400, toMs: 13_000 },
    cases: [
      ['1999 ms before the agent stops', 1999, 'a turn 0 ms after the agent'],
      ['2000 ms', 2000, 'a turn 0 ms after the agent'],
      ['2001 ms', 2001, 'a turn 1200 ms after the agent'],
    ],
  }),
  createRule({
    title: 'A remark in the middle waits for what the user says next',
    rule: 'If the user speaks by then, the remark goes in front of that turn, so that the answer to the remark does not interrupt the user’s answer.',
    threshold: '1.2 s after the agent stops',
    play: (ms) => ({
      user: [TELL_ME, says(3200, 'at eight', 320), says(9152, 'please')],
      llm: [{ text: LONG, firstTokenMs: 9216 - 1200 - STOPPED + ms }, 'Good.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['speech 1 ms after that', -1, '“tell me”, “at eight”, “please”'],
      ['in that instant', 0, '“tell me”, “at eight please”'],
      ['1 ms before it', 1, '“tell me”, “at eight please”'],
    ],
  }),
  createRule({
    title: 'A remark in the middle needs some voice to be answered',
    rule: 'Shorter remarks go in front of the user’s next turn.',
    threshold: '0.2 s of voice, 7 windows',
    play: (windows) => ({
      user: [TELL_ME, says(3200, 'eight', windows * WINDOW), types(12_000, 'more')],
      stt: { msPerWord: 32 },
      llm: [LONG, 'Good.', 'Bye.'],
    }),
    result: describeTurns,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['6 windows, 192 ms', 6, '“tell me”, “eight more”'],
      ['7 windows, 224 ms', 7, '“tell me”, “eight”, “more”'],
      ['8 windows, 256 ms', 8, '“tell me”, “eight”, “more”'],
    ],
  }),
  createRule({
    title: 'Speech that would have interrupted is answered at once',
    rule: 'With interruptions switched off, speech that reaches the thresholds is answered when the agent has finished, whenever it was said.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows',
    play: (windows) => ({
      user: [TELL_ME, says(3200, 'at eight', windows * WINDOW)],
      config: { allow_interruptions: false },
      llm: [LONG, 'Good.'],
    }),
    result: describeWait,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['15 windows, 480 ms', 15, 'a turn 1200 ms after the agent'],
      ['16 windows, 512 ms', 16, 'a turn 0 ms after the agent'],
      ['17 windows, 544 ms', 17, 'a turn 0 ms after the agent'],
    ],
  }),
  createRule({
    title: 'Words before a first message',
    rule: 'Words that had to wait for a `first_message` are answered at once if they have enough voice to interrupt.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows',
    play: (windows) => ({
      user: [says(64, 'a table', windows * WINDOW)],
      config: { first_message: `Good evening. ${LONG}` },
      tts: { utterances: [{ firstAudioMs: 2000 }] },
      llm: ['Hi.'],
    }),
    result: describeWait,
    shows: { fromMs: 0, toMs: 13_000 },
    cases: [
      ['15 windows, 480 ms', 15, 'a turn 1200 ms after the agent'],
      ['16 windows, 512 ms', 16, 'a turn 0 ms after the agent'],
      ['17 windows, 544 ms', 17, 'a turn 0 ms after the agent'],
    ],
  }),
  createRule({
    title: 'The user still speaks when the agent has finished',
    rule: 'A segment that is open at that instant belongs to the user’s next turn.',
    threshold: 'the end of the agent’s speech; here with a `min_silence_duration` of 2.5 s',
    play: (ms) => ({
      user: [types(500, 'tell me'), says(4800, 'and so', 256)],
      config: { vad: { provider: 'silero', min_silence_duration: 2.5 } },
      llm: [{ text: LONG, firstTokenMs: 664 - ms }, 'Good.'],
    }),
    result: describeWait,
    shows: { fromMs: 4800, toMs: 13_000 },
    cases: [
      ['the speech ends 1 ms before', -1, 'a turn 1200 ms after the agent'],
      ['in that instant', 0, 'a turn 1200 ms after the agent'],
      ['1 ms after', 1, 'a turn 51 ms after the agent'],
    ],
  }),
  createRule({
    title: 'A backchannel is an answer only to a question',
    rule: '“Mhm”, “yeah” and “okay” over the agent neither interrupt it nor get an answer. If one of the agent’s last two sentences is a question, a backchannel later than 2 s before the end of that question is the answer.',
    threshold: '2 s before the end of the question',
    play: (ms) => ({
      user: [TELL_ME, says(6400, 'yeah', 320)],
      llm: [{ text: QUESTION, firstTokenMs: 6720 + ms - QUESTION_ASKED }, 'Booked.'],
    }),
    result: describeTurns,
    shows: { fromMs: 6400, toMs: 13_000 },
    cases: [
      ['1999 ms before it', 1999, '“tell me”, “yeah”'],
      ['2000 ms', 2000, '“tell me”'],
      ['2001 ms', 2001, '“tell me”'],
    ],
  }),
  createRule({
    title: 'A backchannel over the end of a statement is not answered',
    rule: 'The speech that it overlaps decides, even if its segment ends later. With a sound after the agent’s last one, it counts as ordinary words.',
    threshold: 'the agent’s last sample',
    play: (ms) => ({
      user: [TELL_ME, says(8000, 'mhm', 320)],
      llm: [{ text: LONG, firstTokenMs: 8320 + ms - STOPPED }, 'Yes?'],
    }),
    result: describeTurns,
    shows: { fromMs: 8000, toMs: 13_000 },
    cases: [
      ['its last sound 1 ms before the agent’s', 1, '“tell me”'],
      ['in that instant', 0, '“tell me”'],
      ['1 ms after it', -1, '“tell me”, “mhm”'],
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
    title: 'Words over the agent delay the turn that they begin',
    rule: 'The next turn is committed when the words in front of it are known.',
    threshold: 'the answer to the next turn, 50 ms after its end',
    play: (ms) => ({
      user: [TELL_ME, says(3200, { text: 'never', delayMs: 4000 + ms }, 256), says(7264, 'more')],
      config: { allow_interruptions: false },
      stt: { finalTimeoutMs: 9000 },
      llm: ['One two three four five six seven eight nine ten.', 'Good.'],
    }),
    result: (conversation) =>
      `${describeTurns(conversation)}, ${describeDelay(conversation, 'user_message_added', 7264 + 640)}`,
    shows: { fromMs: 3200, toMs: 13_000 },
    cases: [
      ['the words are known 1 ms before', 448 + 49, '“tell me”, “never more”, after 626 ms'],
      ['in that instant', 448 + 50, '“tell me”, “never more”, after 626 ms'],
      ['1 ms after', 448 + 51, '“tell me”, “never more”, after 627 ms'],
    ],
  }),
];
