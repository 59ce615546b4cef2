import { coughs, says, TELL_ME } from '../../support/userActions.ts';
import { TurnDetection, VAD } from '../../../src/index.ts';
import type { UserAction } from '../../support/testSession.ts';
import { describeDelay, describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const WINDOW = 32;
/** The first of the sounds. */
const NOISE = 1920;

export const noise: readonly Rule[] = [
  createRule({
    title: 'A sound without words holds the agent back for 3 s',
    rule: 'The time counts from the beginning of the sound, whether the sound goes on or its words are still awaited. `noise` is reported.',
    threshold: '3 s, with the silence that ends the segment and the answer of the recogniser, 626 ms',
    play: (windows) => ({
      user: [TELL_ME, coughs(NOISE, windows * WINDOW)],
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }],
    }),
    result: (conversation) => begins(conversation, NOISE),
    shows: { fromMs: NOISE, toMs: 6000 },
    cases: [
      ['2368 ms of sound', 74, 'held to the end, the agent begins after 2994 ms'],
      ['2400 ms', 75, 'noise, the agent begins after 3000 ms'],
      ['6400 ms', 200, 'noise, the agent begins after 3008 ms'],
    ],
  }),
  createRule({
    title: 'Sounds that follow each other count together',
    rule: 'Sounds of 1 s follow each other. A sound continues the one before if it begins before that one was settled, or within 1 s of it. Once they are noise, voice alone no longer interrupts.',
    threshold: 'the end of a segment and the answer of the recogniser, 976 ms after the sound',
    play: (pauseMs) => ({
      user: [TELL_ME, ...cries(NOISE, { soundMs: 992, pauseMs, times: 6 })],
      stt: { delayMs: 400 },
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }],
    }),
    result: (conversation) => begins(conversation, NOISE),
    shows: { fromMs: NOISE, toMs: 9000 },
    cases: [
      ['pauses of 704 ms', 704, 'noise, the agent begins after 3008 ms'],
      ['pauses of 896 ms', 896, 'noise, the agent begins after 3008 ms'],
      [
        'pauses of 928 ms: the agent begins between two sounds, and is cut once',
        928,
        'noise, the agent begins after 1968 ms',
      ],
    ],
  }),
  createRule({
    title: 'Sounds after a question delay its answer by 3 s',
    rule: 'The question is committed when the sounds after it have lasted for 3 s.',
    threshold: 'the first sound, before the commit or after it',
    play: (atMs) => ({
      user: [TELL_ME, ...cries(atMs, { soundMs: 992, pauseMs: 704, times: 6 })],
      stt: { delayMs: 400 },
      llm: ['Fine.'],
    }),
    result: (conversation) => begins(conversation, 0),
    shows: { fromMs: 0, toMs: 7000 },
    cases: [
      ['1.568 s', 1568, 'noise, the agent begins after 4576 ms'],
      ['1.792 s', 1792, 'noise, the agent begins after 4800 ms'],
      ['1.952 s', 1952, 'noise, the agent begins after 1936 ms'],
    ],
  }),
  createRule({
    title: 'An answer that a sound has cut resumes after 3 s',
    rule: 'The 3 s count from the first of the sounds that suspend the answer.',
    threshold: '3 s',
    play: (times) => ({
      user: [TELL_ME, ...cries(2400, { soundMs: 992, pauseMs: 704, times })],
      stt: { delayMs: 400 },
      llm: ['We opened in nineteen eighty. My grandmother cooked here for forty years.'],
    }),
    result: (conversation) => `spoken at ${conversation.when('agent_started_speaking').join(', ')}`,
    shows: { fromMs: 1586, toMs: 9000 },
    cases: [
      ['one sound', 1, 'spoken at 1936, 4368'],
      ['two sounds', 2, 'spoken at 1936, 5408'],
      ['six sounds', 6, 'spoken at 1936, 5408'],
    ],
  }),
  createRule({
    title: 'Words over the noise interrupt',
    rule: 'After 3 s of noise the agent speaks, and voice without words does not interrupt it. Words do, even if they began before.',
    threshold: 'a word, known after 0.9 s of voice or 976 ms after it',
    play: (ms) => ({
      user: [TELL_ME, coughs(NOISE, 1600), says(NOISE + 2304, { text: 'stop it please', msPerWord: 900 }, ms)],
      stt: { delayMs: 400 },
      llm: [{ text: 'We opened in nineteen eighty. My grandmother cooked here.', firstTokenMs: 1000 }, 'Yes?'],
    }),
    result: describeHistory,
    shows: { fromMs: NOISE, toMs: 9000 },
    cases: [
      ['320 ms of voice', 320, 'user: tell me · agent: We opened · user: stop it please · agent: Yes?'],
      ['640 ms', 640, 'user: tell me · agent: We opened in · user: stop it please · agent: Yes?'],
      ['1600 ms', 1600, 'user: tell me · agent: We · user: stop it please · agent: Yes?'],
    ],
  }),
  createRule({
    title: 'Talk beyond `max_buffered_speech` still counts as talk',
    rule: 'The words beyond it are lost. If the user was speaking when the buffer was full, they count as speaking until they stop, or for 120 s. The agent answers then.',
    threshold: 'a new word in the 5 s before',
    play: (words) => ({
      user: [TELL_ME, says(NOISE, { text: 'and then '.repeat(words), msPerWord: 250 }, 20_000)],
      config: { vad: VAD.Silero({ max_buffered_speech: 10 }) },
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }, 'I see.'],
      untilMs: 40_000,
    }),
    result: (conversation) => `${begins(conversation, NOISE)}, ${describeHistory(conversation)}`,
    cases: [
      [
        'a word each half second, to its end',
        19,
        'held to the end, the agent begins after 20626 ms, user: tell me · user: and then and then and then and then and then and then and then and then and then and then and then and then and then and then and then and then and then and then and then · agent: I see.',
      ],
      [
        'for 5 s',
        10,
        'noise, the agent begins after 8032 ms, user: tell me · user: and then and then and then and then and then and then and then and then and then and then · agent: I see.',
      ],
      ['none: a television', 0, 'noise, the agent begins after 3008 ms, user: tell me · agent: Fine.'],
    ],
  }),
  createRule({
    title: 'Talk beyond `max_buffered_speech` holds the agent for 120 s',
    rule: 'After 120 s, `noise` is reported and the agent answers the words so far. Voice that goes on interrupts the answer, at most twice.',
    threshold: '120 s after the end of its audio',
    play: (forMs) => ({
      user: [says(320, { text: 'a b c d e f g h i j k l m n o p q r s', msPerWord: 500 }, forMs)],
      config: { vad: VAD.Silero({ max_buffered_speech: 10 }) },
      llm: [
        'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.',
      ],
      untilMs: 170_000,
    }),
    result: (conversation) =>
      `${conversation.codes.join(' ')}; committed ${describeDelay(conversation, 'user_message_added', 320)}; spoken at ${conversation.when('agent_started_speaking').join(', ')}`,
    cases: [
      ['128 s of speech', 128_000, 'speech_truncated; committed after 128626 ms; spoken at 128946'],
      [
        '150 s',
        150_000,
        'speech_truncated noise noise noise noise; committed after 129696 ms; spoken at 130016, 133024, 136032',
      ],
    ],
  }),
  createRule({
    title: 'The session waits for words that go on',
    rule: 'If the recogniser may hold words back, or a turn model finds the words so far unfinished, the next word has 8 s of sound instead of 3 s.',
    threshold: '8 s after the last word',
    play: ({ text, forMs, delaysInterims }) => ({
      user: [says(320, { text, msPerWord: 320, answer: 'empty' }, forMs)],
      stt: { delaysInterims },
      config: { turn_detection: TurnDetection.Text() },
      llm: ['I see.'],
    }),
    result: (conversation) => `committed ${describeDelay(conversation, 'user_message_added', 320)}`,
    cases: [
      [
        '“my number is”, voice for 12 s',
        { text: 'my number is', forMs: 12_000, delaysInterims: false },
        'committed after 8960 ms',
      ],
      [
        '“my number is”, voice for 7 s',
        { text: 'my number is', forMs: 7_000, delaysInterims: false },
        'committed after 10008 ms',
      ],
      [
        '“what is the time?”, voice for 12 s',
        { text: 'what is the time?', forMs: 12_000, delaysInterims: false },
        'committed after 4288 ms',
      ],
      [
        'the same, and words may be held back',
        { text: 'what is the time?', forMs: 12_000, delaysInterims: true },
        'committed after 9280 ms',
      ],
    ],
  }),
];

interface Cries {
  readonly soundMs: number;
  readonly pauseMs: number;
  readonly times: number;
}

/** Sounds without words, each a segment of its own. */
function cries(atMs: number, { soundMs, pauseMs, times }: Cries): readonly UserAction[] {
  return Array.from({ length: times }, (_, n) => coughs(atMs + n * (soundMs + pauseMs), soundMs));
}

function begins(conversation: Conversation, sinceMs: number): string {
  const noise = conversation.codes.includes('noise') ? 'noise' : 'held to the end';
  return `${noise}, the agent begins ${describeDelay(conversation, 'agent_started_speaking', sinceMs)}`;
}
