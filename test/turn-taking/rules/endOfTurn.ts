import { coughs, TELL_ME, says, types } from '../../support/userActions.ts';
import { describeDelay, describeHistory, describeTurns } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';

/** Of `TELL_ME`: its last voiced sample, the end of its segment. */
const LAST_VOICED = 960;
const END = LAST_VOICED + 576;

export const endOfTurn: readonly Rule[] = [
  createRule({
    title: 'A turn ends at the later of two: the end of speech, the delay',
    rule: 'With a fast recogniser, the turn is committed at the later of two times, both counted from the last sound: 576 ms, when the speech ends, and `min_endpointing_delay`. The two do not add up.',
    threshold: '`min_endpointing_delay`, here at 576 ms',
    play: (ms) => ({ stt: { delayMs: 0 }, config: { min_endpointing_delay: ms / 1000 }, llm: ['Hi.'] }),
    result: (conversation) => describeDelay(conversation, 'user_message_added', LAST_VOICED),
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['a delay of 575 ms', 575, 'after 576 ms'],
      ['576 ms', 576, 'after 576 ms'],
      ['577 ms', 577, 'after 577 ms'],
    ],
  }),
  createRule({
    title: 'A turn waits for its words',
    rule: 'The turn is committed only after the recogniser has answered. The recogniser works while the delay runs.',
    threshold: '`min_endpointing_delay` 0.7 s, which is 124 ms after the end of the speech',
    play: (delayMs) => ({ stt: { delayMs }, config: { min_endpointing_delay: 0.7 }, llm: ['Hi.'] }),
    result: (conversation) => describeDelay(conversation, 'user_message_added', LAST_VOICED),
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['its answer takes 123 ms', 123, 'after 700 ms'],
      ['124 ms', 124, 'after 700 ms'],
      ['125 ms', 125, 'after 701 ms'],
    ],
  }),
  createRule({
    title: 'A sound without words prolongs the wait by at most one delay',
    rule: 'Its words may still come, so the delay is counted from its last sound. A dog that keeps barking cannot postpone the turn forever.',
    threshold: 'one delay after the end of the first one: here 2 s after 2 s',
    play: (ms) => ({
      user: [TELL_ME, coughs(LAST_VOICED + ms - 320, 320)],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.'],
    }),
    result: (conversation) => describeDelay(conversation, 'user_message_added', LAST_VOICED),
    shows: { fromMs: 320, toMs: 8000 },
    cases: [
      ['a sound until 1.984 s after the words', 1984, 'after 3984 ms'],
      ['2.016 s', 2016, 'after 4000 ms'],
      ['2.048 s', 2048, 'after 4000 ms'],
    ],
  }),
  createRule({
    title: 'A silent recogniser cannot block a turn',
    rule: 'After `final_timeout` the last interim replaces the final. A final that arrives in that instant is in time.',
    threshold: 'the final timeout, here 1 s',
    play: (delayMs) => ({
      user: [says(320, { text: 'tell me more', interims: ['tell', 'tell me'], delayMs })],
      llm: ['Hi.', 'Hi.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['its answer takes 999 ms', 999, '“tell me more”'],
      ['1000 ms', 1000, '“tell me more”'],
      ['1001 ms', 1001, '“tell me”'],
    ],
  }),
  createRule({
    title: 'A late final replaces the interim until the commit',
    rule: 'After the commit a late final is dropped and reported. No words are repeated.',
    threshold: 'the commit',
    play: (ms) => ({
      user: [says(320, { text: 'tell', answer: 'none', late: { text: 'tell me', afterMs: ms - END - 50 } })],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before', LAST_VOICED + 1999, '“tell me”'],
      ['in that instant', LAST_VOICED + 2000, '“tell me”'],
      ['1 ms after', LAST_VOICED + 2001, '“tell”'],
    ],
  }),
  createRule({
    title: 'Speech that starts before the commit cancels it',
    rule: 'Both pieces of speech become one turn. Speech that starts in the instant of the commit comes first.',
    threshold: 'the commit; here the new speech is known 640 ms after the last sound',
    play: (ms) => ({
      user: [TELL_ME, says(1536, 'about it')],
      stt: { delayMs: 0 },
      config: { min_endpointing_delay: ms / 1000 },
      llm: ['Hi.', 'Hi.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['the commit is due 1 ms before', 639, '“tell me”, “about it”'],
      ['in that instant', 640, '“tell me about it”'],
      ['1 ms after', 641, '“tell me about it”'],
    ],
  }),
  createRule({
    title: 'Without words there is no turn',
    rule: 'The session adds no message, does not call the handler, and reports `empty_turn`.',
    threshold: 'one word',
    play: (text) => ({ user: [says(320, text)], llm: ['Hi.'] }),
    result: (conversation) =>
      `${describeTurns(conversation)}, ${conversation.llm.inputs.length === 0 ? 'the model is not called' : 'the model is called'}`,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['no words', '', 'no message, the model is not called'],
      ['one word', 'yes', '“yes”, the model is called'],
      ['two words', 'yes please', '“yes please”, the model is called'],
    ],
  }),
  createRule({
    title: 'A late final restarts a reply that is not audible yet',
    rule: 'The late words become a second message. Once the agent is audible, they are answered when it has finished.',
    threshold: 'the first sample of the reply',
    play: (ms) => ({
      user: [says(320, { text: 'tell me', late: { text: 'please', afterMs: 1000 + ms } }), types(6000, 'thanks')],
      llm: [{ text: 'One two three.', firstTokenMs: 1000 }, 'Yes.', 'Bye.'],
    }),
    result: describeHistory,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before it', -1, 'user: tell me · user: please · agent: Yes. · user: thanks · agent: Bye.'],
      ['in that instant', 0, 'user: tell me · user: please · agent: Yes. · user: thanks · agent: Bye.'],
      [
        '1 ms after it',
        1,
        'user: tell me · agent: One two three. · user: please · agent: Yes. · user: thanks · agent: Bye.',
      ],
    ],
  }),
  createRule({
    title: 'A late final of an empty turn is a turn of its own',
    rule: 'It supersedes a reply that is not audible yet, and interrupts one that is.',
    threshold: 'the first sample of the other reply',
    play: (ms) => ({
      user: [
        says(320, { text: '', answer: 'empty', late: { text: 'wait', afterMs: 3000 - END - 50 + ms } }),
        types(2000, 'hello'),
      ],
      llm: [{ text: 'One two three.', firstTokenMs: 1000 }, 'Yes?'],
    }),
    result: (conversation) =>
      `${describeHistory(conversation)} (${conversation.eventNames.includes('agent_interrupted') ? 'interrupted' : 'superseded'})`,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before it', -1, 'user: hello · user: wait · agent: Yes? (superseded)'],
      ['in that instant', 0, 'user: hello · user: wait · agent: Yes? (superseded)'],
      ['1 ms after it', 1, 'user: hello · user: wait · agent: Yes? (interrupted)'],
    ],
  }),
  createRule({
    title: 'A late final goes in front of the waiting turn',
    rule: 'If its own turn had no words, the late words go in front of the turn that is not committed yet.',
    threshold: 'the commit of the turn that waits, 1266 ms after it begins',
    play: (ms) => ({
      user: [
        says(320, { text: '', answer: 'empty', late: { text: 'tell', afterMs: 1600 + 1266 - END - 50 + ms } }),
        says(1600, 'me'),
      ],
      stt: { msPerWord: 600 },
      llm: ['Hi.', 'Yes.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['1 ms before', -1, '“tell me”'],
      ['in that instant', 0, '“tell me”'],
      ['1 ms after', 1, '“me”, “tell”'],
    ],
  }),
  createRule({
    title: 'Typed text does not wait',
    rule: 'Typed text is committed at once, after the words of settled segments. Words of segments that are not settled belong to the next turn.',
    threshold: 'the answer of the recogniser',
    play: (ms) => ({
      user: [TELL_ME, types(END + 50 + ms, 'now')],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.', 'Hi.'],
    }),
    result: describeTurns,
    shows: { fromMs: 320, toMs: 5000 },
    cases: [
      ['typed 1 ms before it', -1, '“now”, “tell me”'],
      ['in that instant', 0, '“now”, “tell me”'],
      ['1 ms after it', 1, '“tell me now”'],
    ],
  }),
];
