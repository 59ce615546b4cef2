import { at } from '../../support/timedEvent.ts';
import { does, says } from '../../support/userActions.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const WELCOME = 'Good evening, this is the Blue Door. How can I help you?';
const SHALL_I = 'Shall I book the table?';
/** Without the last word. */
const INTERIMS = ['call', 'call me', 'call me on', 'call me on five', 'call me on five five', 'call me on five five'];

export const beginningAndEnd: readonly Situation[] = [
  createSituation({
    title: '“hello” into the greeting',
    happens:
      'The user says “hello” while the agent introduces itself in its `first_message`, and then asks for a table.',
    human: 'remembers the greeting, does not greet again, and answers the request.',
    score: {
      user: [speaks(1024, 'hello', 384), speaks(4480, 'a table for two please')],
      config: { first_message: WELCOME },
      llm: ['For tonight?'],
    },
    expected: {
      events: [
        at(100, 'agent_started_speaking'),
        at(1088, 'user_started_speaking'),
        at(1984, 'user_stopped_speaking'),
        at(3460, 'agent_stopped_speaking'),
        at(3460, 'agent_message_added', WELCOME),
        at(3460, 'user_message_added', 'hello'),
        at(4544, 'user_started_speaking'),
        at(6656, 'user_stopped_speaking'),
        at(6756, 'user_message_added', 'a table for two please'),
        at(7156, 'agent_started_speaking'),
        at(7876, 'agent_stopped_speaking'),
        at(7876, 'agent_message_added', 'For tonight?'),
      ],
    },
  }),
  createSituation({
    title: '“hello” over the question of the greeting',
    happens: 'The user says “hello” over the end of the agent’s `first_message`, which is a question.',
    human: 'does not greet again, and answers the request.',
    score: {
      user: [speaks(3008, 'hello', 384), speaks(4480, 'a table for two please')],
      config: { first_message: WELCOME },
      llm: ['For tonight?'],
    },
    expected: {
      events: [
        at(100, 'agent_started_speaking'),
        at(3072, 'user_started_speaking'),
        at(3460, 'agent_stopped_speaking'),
        at(3460, 'agent_message_added', WELCOME),
        at(3968, 'user_stopped_speaking'),
        at(4068, 'user_message_added', 'hello'),
        at(4544, 'user_started_speaking'),
        at(6656, 'user_stopped_speaking'),
        at(6756, 'user_message_added', 'a table for two please'),
        at(7156, 'agent_started_speaking'),
        at(7876, 'agent_stopped_speaking'),
        at(7876, 'agent_message_added', 'For tonight?'),
      ],
    },
  }),
  createSituation({
    title: 'A late final',
    happens:
      'The recogniser has no interims, and takes 1.8 s to understand “yes please”: longer than its timeout of 1 s.',
    human: 'answers as soon as they have understood.',
    score: {
      user: [says(1920, { text: 'yes please', delayMs: 1800 })],
      config: { first_message: SHALL_I },
      stt: { interims: false, finalTimeoutMs: 1000 },
      llm: ['It is booked.'],
    },
    expected: {
      events: [
        at(100, 'agent_started_speaking'),
        at(1480, 'agent_stopped_speaking'),
        at(1480, 'agent_message_added', SHALL_I),
        at(1984, 'user_started_speaking'),
        at(3136, 'user_stopped_speaking'),
        at(4936, 'user_message_added', 'yes please'),
        at(5336, 'agent_started_speaking'),
        at(6116, 'agent_stopped_speaking'),
        at(6116, 'agent_message_added', 'It is booked.'),
      ],
      reported: ['stt_timeout', 'empty_turn'],
    },
  }),
  createSituation({
    title: 'The last words before hanging up',
    happens: 'The user hangs up right after the last word of a number. The recogniser finds that word 0.1 s later.',
    human: 'notes the whole number.',
    score: {
      user: [
        says(320, { text: 'call me on five five five', interims: INTERIMS, msPerWord: 320 }, 1920),
        does(2272, ({ session }) => session.close('disconnected')),
      ],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2272, 'user_stopped_speaking'),
        at(2372, 'user_message_added', 'call me on five five five'),
      ],
    },
  }),
];
