import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { LONG, TELL_ME, continues, coughs, does, doesLast, says, types } from '../../support/userActions.ts';
import { describeCount, describeDelay, describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';
import { cutAfter, SPEAKS, WINDOW } from './cutAfter.ts';

/** When 16 windows of the user's voice were heard. */
const CUT = SPEAKS + 16 * WINDOW;
const COMMITTED = 1586;

export const interruption: readonly Rule[] = [
  createRule({
    title: 'Half a second of voice interrupts',
    rule: 'Only voice counts, not the silence after it. Fifteen voiced windows never interrupt, sixteen always do, at the end of the sixteenth.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows',
    play: (windows) => ({ user: [TELL_ME, says(SPEAKS, 'wait', windows * WINDOW)], llm: [LONG, 'Yes?'] }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['15 windows, 480 ms', 15, 'the agent continues'],
      ['16 windows, 512 ms', 16, 'interrupted after 512 ms'],
      ['17 windows, 544 ms', 17, 'interrupted after 512 ms'],
    ],
  }),
  createRule({
    title: 'Two short noises do not interrupt',
    rule: 'Without words, a pause of 160 ms resets the count of voice. A shorter pause, as between words, neither adds to the count nor resets it.',
    threshold: 'a pause of 160 ms, five windows',
    play: (windows) => ({
      user: [TELL_ME, coughs(SPEAKS, 256), continues(SPEAKS + 256 + windows * WINDOW, 256)],
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['two noises of 256 ms, 128 ms between them', 4, 'interrupted after 640 ms'],
      ['160 ms', 5, 'the agent continues'],
      ['192 ms', 6, 'the agent continues'],
    ],
  }),
  createRule({
    title: 'Short words add up',
    rule: 'The voiced time of all segments with words adds up, even across pauses. The segment with which the sum reaches half a second interrupts.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows, 10 of them in a first segment',
    play: (windows) => ({
      user: [TELL_ME, says(SPEAKS, 'no', 320), says(4800, 'wait', windows * WINDOW)],
      stt: { msPerWord: 100 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 6500 },
    cases: [
      ['5 more windows', 5, 'the agent continues'],
      ['6 more windows', 6, 'interrupted after 1792 ms'],
      ['7 more windows', 7, 'interrupted after 1792 ms'],
    ],
  }),
  createRule({
    title: 'Words that are far apart do not add up',
    rule: 'A segment adds to the one before if it begins at most 2 s after the last sound of that one.',
    threshold: '2 s, between 62 and 63 windows',
    play: (windows) => ({
      user: [TELL_ME, says(SPEAKS, 'really', 320), says(SPEAKS + 320 + windows * WINDOW, 'never', 320)],
      stt: { msPerWord: 100 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 7500 },
    cases: [
      ['1.952 s', 61, 'interrupted after 2464 ms'],
      ['1.984 s', 62, 'interrupted after 2496 ms'],
      ['2.016 s', 63, 'the agent continues'],
    ],
  }),
  createRule({
    title: 'Words that may still change',
    rule: 'Interims of an earlier segment add up once its final has come. An interim may complete the sum.',
    threshold: 'the final of “no”, against the 16th voiced window, 1.792 s after its beginning',
    play: (delayMs) => ({
      user: [TELL_ME, says(SPEAKS, 'no', 320), says(4800, 'wait', 320)],
      stt: { msPerWord: 100, delayMs },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 7500 },
    cases: [
      ['1 ms before it', 895, 'interrupted after 1792 ms'],
      ['in that instant', 896, 'interrupted after 1792 ms'],
      ['1 ms after it', 897, 'interrupted after 1793 ms'],
    ],
  }),
  createRule({
    title: 'A threshold of words',
    rule: 'If `interrupt_word_threshold` is set, the user must say that many words, too.',
    threshold: '`interrupt_word_threshold`, here 3',
    play: (text) => ({
      user: [TELL_ME, says(SPEAKS, text, 960)],
      config: { interrupt_word_threshold: 3 },
      stt: { msPerWord: 200 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 6000 },
    cases: [
      ['two words', 'one two', 'the agent continues'],
      ['three words', 'one two three', 'interrupted after 608 ms'],
      ['four words', 'one two three four', 'interrupted after 608 ms'],
    ],
  }),
  createRule({
    title: 'The threshold of words, over several segments',
    rule: 'The words may come in several segments, each at most 2 s after the one before. Backchannels do not count.',
    threshold: '`interrupt_word_threshold`, here 3, after one word in a first segment',
    play: (text) => ({
      user: [TELL_ME, says(SPEAKS, 'one'), says(4800, text, 960)],
      config: { interrupt_word_threshold: 3 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 7000 },
    cases: [
      ['one more word', 'two', 'the agent continues'],
      ['two more words', 'two three', 'interrupted after 2208 ms'],
      ['three more words', 'two three four', 'interrupted after 2208 ms'],
    ],
  }),
  createRule({
    title: 'The client reports how much it played',
    rule: 'In the instant of the cut, the session tells the client to clear its buffer. The events follow when the client has reported what it played, after at most 250 ms.',
    threshold: '250 ms',
    play: (clearDelayMs) => ({
      user: [TELL_ME, says(SPEAKS, 'wait')],
      transport: { clearDelayMs },
      llm: [LONG, 'Yes?'],
    }),
    result: (conversation) =>
      `cleared ${clearedAfter(conversation)}, events ${describeDelay(conversation, 'agent_interrupted', CUT)}`,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['its answer takes 249 ms', 249, 'cleared after 0 ms, events after 249 ms'],
      ['250 ms', 250, 'cleared after 0 ms, events after 250 ms'],
      ['251 ms', 251, 'cleared after 0 ms, events after 250 ms'],
    ],
  }),
  createRule({
    title: 'Nothing is committed before the client has reported',
    rule: 'Text that the user types between the cut and the truncated message becomes a message right after it.',
    threshold: 'the answer of the client, here after 200 ms',
    play: (ms) => ({
      user: [TELL_ME, types(3000, 'wait'), types(3200 + ms, 'stop')],
      transport: { clearDelayMs: 200 },
      llm: [LONG, { text: 'Yes?', firstTokenMs: 1000 }, 'Yes!'],
    }),
    result: describeHistory,
    shows: { fromMs: COMMITTED, toMs: 5000 },
    cases: [
      ['typed 1 ms before it', -1, 'user: tell me · agent: We opened in nineteen · user: wait stop · agent: Yes?'],
      ['in that instant', 0, 'user: tell me · agent: We opened in nineteen · user: wait stop · agent: Yes?'],
      ['1 ms after it', 1, 'user: tell me · agent: We opened in nineteen · user: wait · user: stop · agent: Yes!'],
    ],
  }),
  createRule({
    title: 'A reply that was heard to the end is complete',
    rule: 'It has its stop and its message, and no `agent_interrupted`.',
    threshold: 'the last sample of the last word',
    play: (ms) => ({ user: [types(500, 'hello'), types(500 + 14 * 60 + ms, 'wait')], llm: ['One two three.', 'Yes?'] }),
    result: (conversation) =>
      `${describeHistory(conversation)} (${conversation.when('agent_interrupted').length === 0 ? 'complete' : 'interrupted'})`,
    shows: { fromMs: 500, toMs: 2000 },
    cases: [
      ['1 ms before it', -1, 'user: hello · agent: One two · user: wait · agent: Yes? (interrupted)'],
      ['with it', 0, 'user: hello · agent: One two three. · user: wait · agent: Yes? (complete)'],
      ['1 ms after it', 1, 'user: hello · agent: One two three. · user: wait · agent: Yes? (complete)'],
    ],
  }),
  createRule({
    title: 'After an interruption without words the agent resumes',
    rule: 'The agent resumes at the start of the clause that was cut. After two such interruptions in one reply, the third needs words.',
    threshold: 'two cuts without words',
    play: (count) => ({
      user: [TELL_ME, ...[3200, 5600, 8000].slice(0, count).map((ms) => coughs(ms))],
      llm: [`${LONG} ${LONG}`],
      untilMs: 24_000,
    }),
    result: ({ when, spoken }) =>
      `cut ${describeCount(when('agent_interrupted').length)}, ${spoken().at(-1)?.endsWith('kitchen.') ? 'spoken to its end' : 'not spoken to its end'}`,
    shows: { fromMs: COMMITTED, toMs: 10_000 },
    cases: [
      ['one cough', 1, 'cut once, spoken to its end'],
      ['two', 2, 'cut twice, spoken to its end'],
      ['three', 3, 'cut twice, spoken to its end'],
    ],
  }),
  createRule({
    title: 'No audio leaves in the instant of the cut',
    rule: 'After the cut, nothing of the reply is heard, executed or recorded. A sentence that the model finishes in that very instant is not spoken.',
    threshold: 'the cut',
    play: (ms) => ({
      user: [types(500, 'hello'), types(1500, 'wait')],
      llm: [{ text: ['Once upon a time. ', 'The end. '], tokenMs: 1000 + ms, stallAfterTokens: 2 }, 'Yes?'],
    }),
    result: ({ tts }) => `TTS got “${tts.utterances[0]?.text.trim()}”`,
    shows: { fromMs: 500, toMs: 3000 },
    cases: [
      ['the next words come 1 ms before', -1, 'TTS got “Once upon a time.”'],
      ['in that instant', 0, 'TTS got “”'],
      ['1 ms after', 1, 'TTS got “”'],
    ],
  }),
  createRule({
    title: 'Your code interrupts',
    rule: '`session.interrupt()` interrupts a reply that is audible. A reply that is not audible is superseded, and nothing of it is heard.',
    threshold: 'the first sample of the reply',
    play: (ms) => ({
      user: [types(500, 'hello'), doesLast(1500 + ms, ({ session }) => session.interrupt()), types(3000, 'go on')],
      llm: [{ text: LONG, firstTokenMs: 1000 }, 'Yes?'],
    }),
    result: ({ eventNames }) => (eventNames.includes('agent_interrupted') ? 'interrupted' : 'superseded'),
    shows: { fromMs: 500, toMs: 4000 },
    cases: [
      ['1 ms before it', -1, 'superseded'],
      ['in that instant, after it', 0, 'interrupted'],
      ['1 ms after it', 1, 'interrupted'],
    ],
  }),
  createRule({
    title: 'Interruptions switched off',
    rule: 'With `allow_interruptions: false`, neither voice nor words nor an interrupt phrase interrupts. `session.interrupt()` only reports `interrupt_refused`.',
    play: (user) => ({
      user,
      config: { allow_interruptions: false, interrupt_phrases: 'default' },
      llm: ['One two three four five.', 'Yes?'],
    }),
    result: (conversation) => [describeHistory(conversation), ...new Set(conversation.codes)].join(', '),
    shows: { fromMs: COMMITTED, toMs: 6000 },
    cases: [
      [
        'voice and words',
        [TELL_ME, says(1920, 'wait')],
        'user: tell me · agent: One two three four five. · user: wait · agent: Yes?',
      ],
      [
        'typed',
        [TELL_ME, types(2000, 'wait')],
        'user: tell me · agent: One two three four five. · user: wait · agent: Yes?',
      ],
      [
        'an interrupt phrase',
        [TELL_ME, says(1920, 'stop', 416)],
        'user: tell me · agent: One two three four five. · user: stop · agent: Yes?',
      ],
      [
        'session.interrupt()',
        [TELL_ME, does(2000, ({ session }) => session.interrupt())] satisfies PlayedSessionOptions['user'],
        'user: tell me · agent: One two three four five., interrupt_refused',
      ],
    ],
  }),
];

function clearedAfter({ io }: Conversation): string {
  const cleared = io.commands.find(({ command }) => command.kind === 'clear');
  return cleared === undefined ? 'never' : `after ${cleared.atMs - CUT} ms`;
}
