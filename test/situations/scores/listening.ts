import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const ASKS = speaks(320, 'what are your opening hours');
/** Audible from 2996 to 6476. */
const HOURS = 'We are open from noon to ten. On Sundays we close at eight.';
const HEARD = 6536;

export const listening: readonly Situation[] = [
  createSituation({
    title: '“mhm” over an answer',
    happens: 'The user shows that they listen.',
    human: 'goes on without a comment.',
    score: { user: [ASKS, speaks(4000, 'mhm', 384)], llm: [HOURS] },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(4960, 'user_stopped_speaking'),
        at(HEARD, 'agent_stopped_speaking'),
        at(HEARD, 'agent_message_added', HOURS),
      ],
    },
  }),
  createSituation({
    title: '“yeah okay right” over an answer',
    happens: 'The user shows that they listen, with 0.96 s of voice.',
    human: 'goes on without a comment.',
    score: { user: [ASKS, speaks(4000, 'yeah okay right')], llm: [HOURS] },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(5536, 'user_stopped_speaking'),
        at(HEARD, 'agent_stopped_speaking'),
        at(HEARD, 'agent_message_added', HOURS),
      ],
    },
  }),
  createSituation({
    title: 'Praise, thanks, and then the answer to a question',
    happens:
      'The user says “oh wow” and “got it thanks” in the middle of an answer that ends with a question, and then answers that question.',
    human: 'goes on, and responds to the user’s answer.',
    score: {
      user: [
        ASKS,
        speaks(3200, 'oh wow', 480),
        speaks(4480, 'got it thanks', 800),
        speaks(7904, 'yes the menu please'),
      ],
      llm: [`${HOURS} Anything else?`, 'I send you the menu.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(3264, 'user_started_speaking'),
        at(4256, 'user_stopped_speaking'),
        at(4544, 'user_started_speaking'),
        at(5856, 'user_stopped_speaking'),
        at(7436, 'agent_stopped_speaking'),
        at(7436, 'agent_message_added', `${HOURS} Anything else?`),
        at(7968, 'user_started_speaking'),
        at(9760, 'user_stopped_speaking'),
        at(9860, 'user_message_added', 'yes the menu please'),
        at(10_260, 'agent_started_speaking'),
        at(11_460, 'agent_stopped_speaking'),
        at(11_460, 'agent_message_added', 'I send you the menu.'),
      ],
    },
  }),
];
