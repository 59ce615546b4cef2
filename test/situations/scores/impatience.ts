import { delay, of } from 'rxjs';
import { at } from '../../support/timedEvent.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const ASKS = speaks(320, 'a table for three');
const ASKED = [
  at(384, 'user_started_speaking'),
  at(2176, 'user_stopped_speaking'),
  at(2276, 'user_message_added', 'a table for three'),
];

/** The table is booked by a function. */
const booking = (ms: number): PlayedSessionOptions => ({
  llm: [{ calls: [{ name: 'book' }] }, 'It is booked.', 'Yes, behind the house.'],
  functions: { book: (clock) => of('booked for three').pipe(delay(ms, clock)) },
});

export const impatience: readonly Situation[] = [
  createSituation({
    title: '“hello?” while the model is slow',
    happens: 'The model takes 6 s. The user says “hello”, and then “are you there”.',
    human: 'keeps working, and answers the question about the table.',
    score: {
      user: [ASKS, speaks(4000, 'hello', 416), speaks(6016, 'are you there')],
      llm: [{ text: 'We have one at eight.', firstTokenMs: 6000 }],
    },
    expected: {
      events: [
        ...ASKED,
        at(4064, 'user_started_speaking'),
        at(4992, 'user_stopped_speaking'),
        at(5092, 'user_message_added', 'hello'),
        at(6080, 'user_started_speaking'),
        at(7552, 'user_stopped_speaking'),
        at(7652, 'user_message_added', 'are you there'),
        at(8376, 'agent_started_speaking'),
        at(9636, 'agent_stopped_speaking'),
        at(9636, 'agent_message_added', 'We have one at eight.'),
      ],
    },
  }),
  createSituation({
    title: '“are you there?” while a booking runs',
    happens: 'The function takes 5 s. The user asks whether anybody is there.',
    human: 'lets the booking go on.',
    score: { ...booking(5000), user: [ASKS, speaks(4000, 'hello are you there')] },
    expected: {
      events: [
        ...ASKED,
        at(2576, 'function_calls_collected'),
        at(4064, 'user_started_speaking'),
        at(5856, 'user_stopped_speaking'),
        at(5956, 'user_message_added', 'hello are you there'),
        at(7576, 'function_calls_executed'),
        at(7976, 'agent_started_speaking'),
        at(8756, 'agent_stopped_speaking'),
        at(8756, 'agent_message_added', 'It is booked.'),
      ],
      results: ['booked for three'],
    },
  }),
  createSituation({
    title: 'Another question while a booking runs',
    happens: 'The function takes 4 s. Meanwhile, the user asks something else.',
    human: 'finishes the booking, confirms it, and answers the other question.',
    score: { ...booking(4000), user: [ASKS, speaks(4000, 'and is there parking')] },
    expected: {
      events: [
        ...ASKED,
        at(2576, 'function_calls_collected'),
        at(4064, 'user_started_speaking'),
        at(5856, 'user_stopped_speaking'),
        at(6576, 'function_calls_executed'),
        at(6976, 'agent_started_speaking'),
        at(7756, 'agent_stopped_speaking'),
        at(7756, 'agent_message_added', 'It is booked.'),
        at(7756, 'user_message_added', 'and is there parking'),
        at(8156, 'agent_started_speaking'),
        at(9476, 'agent_stopped_speaking'),
        at(9476, 'agent_message_added', 'Yes, behind the house.'),
      ],
      results: ['booked for three'],
    },
  }),
];
