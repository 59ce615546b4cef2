import { TurnDetection } from '../../../providers/names.ts';
import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const WITH_RULES = { turn_detection: TurnDetection.Text() };

export const pauses: readonly Situation[] = [
  createSituation({
    title: 'A dictated number',
    happens: 'The user dictates a telephone number and pauses for 1.2 s between two groups of digits.',
    human: 'notices that digits are missing, and waits.',
    limit:
      'The agent mistakes the pause for the end of the turn, and stops when the user continues. `turn_detection` helps: see below.',
    score: {
      user: [speaks(320, 'my number is five five five'), speaks(3456, 'one two three four')],
      llm: ['Is that all of it?', 'Thank you.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2816, 'user_stopped_speaking'),
        at(2916, 'user_message_added', 'my number is five five five'),
        at(3316, 'agent_started_speaking'),
        at(3520, 'user_started_speaking'),
        at(3968, 'agent_interrupted', 'Is that'),
        at(3968, 'agent_stopped_speaking'),
        at(3968, 'agent_message_added', 'Is that'),
        at(5312, 'user_stopped_speaking'),
        at(5412, 'user_message_added', 'one two three four'),
        at(5812, 'agent_started_speaking'),
        at(6412, 'agent_stopped_speaking'),
        at(6412, 'agent_message_added', 'Thank you.'),
      ],
    },
  }),
  createSituation({
    title: '“um” and a long pause',
    happens: 'The user says “um”, and thinks for 2 s.',
    human: 'waits for the rest.',
    limit: 'The agent mistakes the pause for the end of the turn. `turn_detection` helps: see below.',
    score: {
      user: [speaks(320, 'I would like um'), speaks(3616, 'a table by the window')],
      llm: ['What would you like?', 'By the window.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2176, 'user_stopped_speaking'),
        at(2276, 'user_message_added', 'I would like um'),
        at(2676, 'agent_started_speaking'),
        at(3680, 'user_started_speaking'),
        at(3876, 'agent_stopped_speaking'),
        at(3876, 'agent_message_added', 'What would you like?'),
        at(5792, 'user_stopped_speaking'),
        at(5892, 'user_message_added', 'a table by the window'),
        at(6292, 'agent_started_speaking'),
        at(7132, 'agent_stopped_speaking'),
        at(7132, 'agent_message_added', 'By the window.'),
      ],
    },
  }),
  createSituation({
    title: 'A dictated number, with rules about the words',
    happens: 'As above, with `turn_detection: TurnDetection.Text()`, and pauses of 0.9 s and 1.6 s.',
    human: 'notices that digits are missing, waits, and answers at once when the number is complete.',
    score: {
      config: WITH_RULES,
      user: [
        speaks(320, 'my number is five five five'),
        speaks(3136, 'eight six seven'),
        speaks(5696, 'five three oh nine'),
      ],
      llm: ['Thank you.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2816, 'user_stopped_speaking'),
        at(3200, 'user_started_speaking'),
        at(4672, 'user_stopped_speaking'),
        at(5760, 'user_started_speaking'),
        at(7376, 'user_stopped_speaking'),
        at(7476, 'user_message_added', 'my number is five five five eight six seven five three oh nine'),
        at(7876, 'agent_started_speaking'),
        at(8476, 'agent_stopped_speaking'),
        at(8476, 'agent_message_added', 'Thank you.'),
      ],
    },
  }),
  createSituation({
    title: 'A spelled name, with rules about the words',
    happens: 'The user says a name, spells it, and pauses for 0.9 s between the letters.',
    human: 'notices that letters are missing, and waits.',
    score: {
      config: WITH_RULES,
      user: [speaks(320, 'my name is Smith S M'), speaks(3136, 'I T H')],
      llm: ['Thank you.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2816, 'user_stopped_speaking'),
        at(3200, 'user_started_speaking'),
        at(4496, 'user_stopped_speaking'),
        at(4596, 'user_message_added', 'my name is Smith S M I T H'),
        at(4996, 'agent_started_speaking'),
        at(5596, 'agent_stopped_speaking'),
        at(5596, 'agent_message_added', 'Thank you.'),
      ],
    },
  }),
  createSituation({
    title: '“um” and a long pause, with rules about the words',
    happens: 'The user says “um”, and thinks for 2 s.',
    human: 'waits for the rest.',
    score: {
      config: WITH_RULES,
      user: [speaks(320, 'I would like um'), speaks(3616, 'a table by the window')],
      llm: ['By the window.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2176, 'user_stopped_speaking'),
        at(3680, 'user_started_speaking'),
        at(5616, 'user_stopped_speaking'),
        at(5716, 'user_message_added', 'I would like um a table by the window'),
        at(6116, 'agent_started_speaking'),
        at(6956, 'agent_stopped_speaking'),
        at(6956, 'agent_message_added', 'By the window.'),
      ],
    },
  }),
  createSituation({
    title: '“my number is”, with rules about the words',
    happens: 'The user says “my number is”, and looks the number up for 2 s.',
    human: 'waits for the number.',
    score: {
      config: WITH_RULES,
      user: [speaks(320, 'my number is'), speaks(3264, 'five five five one two three four')],
      llm: ['Thank you.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(1856, 'user_stopped_speaking'),
        at(3328, 'user_started_speaking'),
        at(5904, 'user_stopped_speaking'),
        at(6004, 'user_message_added', 'my number is five five five one two three four'),
        at(6404, 'agent_started_speaking'),
        at(7004, 'agent_stopped_speaking'),
        at(7004, 'agent_message_added', 'Thank you.'),
      ],
    },
  }),
  createSituation({
    title: 'A number as an answer, with rules about the words',
    happens: 'The agent asks how many guests there are. The user says “seven”.',
    human: 'answers without waiting for further digits.',
    score: {
      config: WITH_RULES,
      user: [speaks(320, 'a table please'), speaks(3808, 'seven')],
      llm: ['How many?', 'For seven.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(1680, 'user_stopped_speaking'),
        at(1780, 'user_message_added', 'a table please'),
        at(2180, 'agent_started_speaking'),
        at(2720, 'agent_stopped_speaking'),
        at(2720, 'agent_message_added', 'How many?'),
        at(3872, 'user_started_speaking'),
        at(4528, 'user_stopped_speaking'),
        at(4628, 'user_message_added', 'seven'),
        at(5028, 'agent_started_speaking'),
        at(5628, 'agent_stopped_speaking'),
        at(5628, 'agent_message_added', 'For seven.'),
      ],
    },
  }),
];
