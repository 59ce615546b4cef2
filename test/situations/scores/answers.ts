import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const ASKS = speaks(320, 'a table for two please');
/** Audible from 2996 to 8156. */
const WHICH = 'We have a table at six or at seven, in the garden or inside. Which one would you like?';
/** Audible from 2996 to 5576. */
const SHALL_I = 'There is a table at eight. Shall I book it?';

export const answers: readonly Situation[] = [
  createSituation({
    title: 'A short answer 3 s before the end of a question',
    happens:
      'The user has heard enough of the question and answers it with 0.48 s of voice. The agent speaks for another 3 s.',
    human: 'has heard the answer, and moves on without asking again.',
    score: { user: [ASKS, speaks(4672, 'seven please', 480)], llm: [WHICH, 'At seven.'] },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'a table for two please'),
        at(2996, 'agent_started_speaking'),
        at(4736, 'user_started_speaking'),
        at(5728, 'user_stopped_speaking'),
        at(8156, 'agent_stopped_speaking'),
        at(8156, 'agent_message_added', WHICH),
        at(9356, 'user_message_added', 'seven please'),
        at(9756, 'agent_started_speaking'),
        at(10296, 'agent_stopped_speaking'),
        at(10296, 'agent_message_added', 'At seven.'),
      ],
    },
  }),
  createSituation({
    title: '“yeah” at the end of a yes-or-no question',
    happens: 'The user says “yeah” 0.3 s before the agent finishes its question.',
    human: 'takes it as the answer, and books the table.',
    score: { user: [ASKS, speaks(4928, 'yeah')], llm: [SHALL_I, 'It is booked.'] },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'a table for two please'),
        at(2996, 'agent_started_speaking'),
        at(4992, 'user_started_speaking'),
        at(5576, 'agent_stopped_speaking'),
        at(5576, 'agent_message_added', SHALL_I),
        at(5824, 'user_stopped_speaking'),
        at(5924, 'user_message_added', 'yeah'),
        at(6324, 'agent_started_speaking'),
        at(7104, 'agent_stopped_speaking'),
        at(7104, 'agent_message_added', 'It is booked.'),
      ],
    },
  }),
];
