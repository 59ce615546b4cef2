import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const ASKS = speaks(320, 'what are your opening hours');
/** Audible from 2996. */
const HOURS = 'We are open from noon to ten. On Sundays we close at eight.';

export const interruptions: readonly Situation[] = [
  createSituation({
    title: 'An interruption in the first 300 ms',
    happens: 'The agent has spoken for 0.2 s when the user adds something.',
    human: 'stops, and listens.',
    score: {
      user: [ASKS, speaks(3200, 'on Sunday I mean')],
      llm: [HOURS, 'On Sundays from noon to eight.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(3264, 'user_started_speaking'),
        at(3712, 'agent_interrupted', 'We are open'),
        at(3712, 'agent_stopped_speaking'),
        at(3712, 'agent_message_added', 'We are open'),
        at(5056, 'user_stopped_speaking'),
        at(5156, 'user_message_added', 'on Sunday I mean'),
        at(5556, 'agent_started_speaking'),
        at(7356, 'agent_stopped_speaking'),
        at(7356, 'agent_message_added', 'On Sundays from noon to eight.'),
      ],
    },
  }),
  createSituation({
    title: '“stop”',
    happens: "The user says “stop”, 0.4 s long. The agent has `interrupt_phrases: 'default'`.",
    human: 'stops at once.',
    score: {
      user: [ASKS, speaks(4000, 'stop', 416)],
      config: { interrupt_phrases: 'default' },
      llm: [HOURS, 'Okay.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(4480, 'agent_interrupted', 'We are open from noon to'),
        at(4480, 'agent_stopped_speaking'),
        at(4480, 'agent_message_added', 'We are open from noon to'),
        at(4992, 'user_stopped_speaking'),
        at(5092, 'user_message_added', 'stop'),
        at(5492, 'agent_started_speaking'),
        at(5792, 'agent_stopped_speaking'),
        at(5792, 'agent_message_added', 'Okay.'),
      ],
    },
  }),
  createSituation({
    title: 'A cough that the recogniser takes for “stop”',
    happens: "The user coughs for 0.2 s. The agent has `interrupt_phrases: 'default'`.",
    human: 'goes on.',
    limit: 'The agent goes on, but treats “stop” as the beginning of what the user says next.',
    score: {
      user: [ASKS, speaks(4000, 'stop', 192)],
      config: { interrupt_phrases: 'default' },
      llm: [HOURS],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(4768, 'user_stopped_speaking'),
        at(6536, 'agent_stopped_speaking'),
        at(6536, 'agent_message_added', HOURS),
      ],
    },
  }),
  createSituation({
    title: '“no problem”',
    happens: "The agent has `interrupt_phrases: 'default'`, which include “no”. The user says “no problem”.",
    human: 'goes on.',
    score: {
      user: [ASKS, speaks(4000, 'no problem', 416)],
      config: { interrupt_phrases: 'default' },
      llm: [HOURS, 'Great.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(4992, 'user_stopped_speaking'),
        at(6536, 'agent_stopped_speaking'),
        at(6536, 'agent_message_added', HOURS),
        at(7736, 'user_message_added', 'no problem'),
        at(8136, 'agent_started_speaking'),
        at(8496, 'agent_stopped_speaking'),
        at(8496, 'agent_message_added', 'Great.'),
      ],
    },
  }),
  createSituation({
    title: '“no … wait … stop”',
    happens:
      'The user says three words with pauses, each too short to interrupt. The agent has no `interrupt_phrases`.',
    human: 'stops at the second word, and answers when the user has finished.',
    score: {
      user: [ASKS, speaks(4000, 'no'), speaks(4928, 'wait'), speaks(5856, 'stop')],
      llm: [HOURS, 'Sorry. What is it?'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4064, 'user_started_speaking'),
        at(4896, 'user_stopped_speaking'),
        at(4992, 'user_started_speaking'),
        at(5248, 'agent_interrupted', 'We are open from noon to ten. On'),
        at(5248, 'agent_stopped_speaking'),
        at(5248, 'agent_message_added', 'We are open from noon to ten. On'),
        at(5824, 'user_stopped_speaking'),
        at(5920, 'user_started_speaking'),
        at(6752, 'user_stopped_speaking'),
        at(6852, 'user_message_added', 'no wait stop'),
        at(7252, 'agent_started_speaking'),
        at(8332, 'agent_stopped_speaking'),
        at(8332, 'agent_message_added', 'Sorry. What is it?'),
      ],
    },
  }),
];
