import { says, TELL_ME, types } from '../../catalogue/stage.ts';
import { after, historyOf, turnsOf } from '../tells.ts';
import { rule } from '../rule.ts';
import type { Rule } from '../rule.ts';

/** Of `TELL_ME`: its last voiced sample, the end of its segment. */
const LAST_VOICED = 960;
const END = LAST_VOICED + 576;

export const endOfTurn: readonly Rule[] = [
  rule({
    title: 'The latest of three: the end of the speech, or the delay',
    rule: 'With a quick recogniser the turn is committed when the speech has ended, 576 ms after the last sound, or `min_endpointing_delay` after it, whichever is later: not the sum of both.',
    threshold: '`min_endpointing_delay`, here at 576 ms',
    play: (ms) => ({ stt: { delayMs: 0 }, config: { min_endpointing_delay: ms / 1000 }, llm: ['Hi.'] }),
    tells: (performance) => after(performance, 'user_message_added', LAST_VOICED),
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['a delay of 575 ms', 575, 'after 576 ms'],
      ['576 ms', 576, 'after 576 ms'],
      ['577 ms', 577, 'after 577 ms'],
    ],
  }),
  rule({
    title: 'The latest of three: the recogniser',
    rule: 'What was said must be known. The recogniser works while the delay passes, not behind it.',
    threshold: '`min_endpointing_delay` 0.7 s, which is 124 ms after the end of the speech',
    play: (delayMs) => ({ stt: { delayMs }, config: { min_endpointing_delay: 0.7 }, llm: ['Hi.'] }),
    tells: (performance) => after(performance, 'user_message_added', LAST_VOICED),
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['its answer takes 123 ms', 123, 'after 700 ms'],
      ['124 ms', 124, 'after 700 ms'],
      ['125 ms', 125, 'after 701 ms'],
    ],
  }),
  rule({
    title: 'A recogniser that stays silent cannot hang a turn',
    rule: 'After its final timeout the last interim stands in for the final. A final of that very instant is in time.',
    threshold: 'the final timeout, here 1 s',
    play: (delayMs) => ({
      user: [says(320, { text: 'tell me more', interims: ['tell', 'tell me'], delayMs })],
      llm: ['Hi.', 'Hi.'],
    }),
    tells: turnsOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['its answer takes 999 ms', 999, '“tell me more”'],
      ['1000 ms', 1000, '“tell me more”'],
      ['1001 ms', 1001, '“tell me”'],
    ],
  }),
  rule({
    title: 'A late final replaces its stand-in until the commit',
    rule: 'After that it is dropped and reported: nothing is said twice.',
    threshold: 'the commit',
    play: (ms) => ({
      user: [says(320, { text: 'tell', answer: 'none', late: { text: 'tell me', afterMs: ms - END - 50 } })],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.'],
    }),
    tells: turnsOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before', LAST_VOICED + 1999, '“tell me”'],
      ['in that instant', LAST_VOICED + 2000, '“tell me”'],
      ['1 ms after', LAST_VOICED + 2001, '“tell”'],
    ],
  }),
  rule({
    title: 'Speech that starts before the commit cancels it',
    rule: 'The words add up into one turn. Speech of the very instant of the commit comes first.',
    threshold: 'the commit; here the new speech is known 640 ms after the last sound',
    play: (ms) => ({
      user: [TELL_ME, says(1536, 'about it')],
      stt: { delayMs: 0 },
      config: { min_endpointing_delay: ms / 1000 },
      llm: ['Hi.', 'Hi.'],
    }),
    tells: turnsOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['the commit is due 1 ms before', 639, '“tell me”, “about it”'],
      ['in that instant', 640, '“tell me about it”'],
      ['1 ms after', 641, '“tell me about it”'],
    ],
  }),
  rule({
    title: 'Without words there is no turn',
    rule: 'No message, no call of your handler; `empty_turn` is reported.',
    threshold: 'one word',
    play: (text) => ({ user: [says(320, text)], llm: ['Hi.'] }),
    tells: (performance) =>
      `${turnsOf(performance)}, ${performance.llm.inputs.length === 0 ? 'the model is not asked' : 'the model is asked'}`,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['no words', '', 'no message, the model is not asked'],
      ['one word', 'yes', '“yes”, the model is asked'],
      ['two words', 'yes please', '“yes please”, the model is asked'],
    ],
  }),
  rule({
    title: 'A late final of a turn that is answered: the reply starts anew while it cannot be heard',
    rule: 'The words are a further message. Once the agent is audible, they are overheard and go in front of the next turn.',
    threshold: 'the first sample of the reply',
    play: (ms) => ({
      user: [says(320, { text: 'tell me', late: { text: 'please', afterMs: 1000 + ms } }), types(6000, 'thanks')],
      llm: [{ text: 'One two three.', firstTokenMs: 1000 }, 'Yes.', 'Bye.'],
    }),
    tells: historyOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before it', -1, 'user: tell me · user: please · agent: Yes. · user: thanks · agent: Bye.'],
      ['in that instant', 0, 'user: tell me · user: please · agent: Yes. · user: thanks · agent: Bye.'],
      ['1 ms after it', 1, 'user: tell me · agent: One two three. · user: please thanks · agent: Yes.'],
    ],
  }),
  rule({
    title: 'A late final of a turn that closed empty is a turn of its own',
    rule: 'While another reply is not audible yet it supersedes it; after that it interrupts.',
    threshold: 'the first sample of the other reply',
    play: (ms) => ({
      user: [
        says(320, { text: '', answer: 'empty', late: { text: 'wait', afterMs: 3000 - END - 50 + ms } }),
        types(2000, 'hello'),
      ],
      llm: [{ text: 'One two three.', firstTokenMs: 1000 }, 'Yes?'],
    }),
    tells: (performance) =>
      `${historyOf(performance)} (${performance.events.includes('agent_interrupted') ? 'interrupted' : 'superseded'})`,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before it', -1, 'user: hello · user: wait · agent: Yes? (superseded)'],
      ['in that instant', 0, 'user: hello · user: wait · agent: Yes? (superseded)'],
      ['1 ms after it', 1, 'user: hello · user: wait · agent: Yes? (interrupted)'],
    ],
  }),
  rule({
    title: 'A late final goes in front of the turn that waits',
    rule: 'If its own turn closed empty, its words are the beginning of the one that is not committed yet.',
    threshold: 'the commit of the turn that waits, 1266 ms after it begins',
    play: (ms) => ({
      user: [
        says(320, { text: '', answer: 'empty', late: { text: 'tell', afterMs: 1600 + 1266 - END - 50 + ms } }),
        says(1600, 'me'),
      ],
      stt: { msPerWord: 600 },
      llm: ['Hi.', 'Yes.'],
    }),
    tells: turnsOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before', -1, '“tell me”'],
      ['in that instant', 0, '“tell me”'],
      ['1 ms after', 1, '“me”, “tell”'],
    ],
  }),
  rule({
    title: 'Typed text waits for nothing',
    rule: 'It is committed at once, with what is already settled in front of it. What is not settled yet is the next turn.',
    threshold: 'the answer of the recogniser',
    play: (ms) => ({
      user: [TELL_ME, types(END + 50 + ms, 'now')],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.', 'Hi.'],
    }),
    tells: turnsOf,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['typed 1 ms before it', -1, '“now”, “tell me”'],
      ['in that instant', 0, '“now”, “tell me”'],
      ['1 ms after it', 1, '“tell me now”'],
    ],
  }),
];
