import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

export const pauses: readonly Situation[] = [
  createSituation({
    title: 'A dictated number',
    happens: 'The user dictates a telephone number, and pauses for 1.2 s between two groups of digits.',
    human: 'hears that digits are missing, and waits.',
    limit: 'The agent takes the pause for the end of the turn, and stops when the user continues.',
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
    limit: 'The agent takes the pause for the end of the turn.',
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
];
