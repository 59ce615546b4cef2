import { delay, of } from 'rxjs';
import { at } from '../../support/timedEvent.ts';
import type { FunctionBody } from '../../support/testSession.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

/** The first words end at 1600, and are committed at 2276. Then the model calls the function, and the agent speaks. */
const called = (request: string) => [
  at(384, 'user_started_speaking'),
  at(2176, 'user_stopped_speaking'),
  at(2276, 'user_message_added', request),
  at(2576, 'function_calls_collected'),
  at(2676, 'agent_started_speaking'),
];
const BOOKED = 'One moment. A table for three is booked, at eight.';
const CHECKED = 'Let me check. Nothing was booked yet. For four, then?';

export const working: readonly Situation[] = [
  createSituation({
    title: '“okay” while a payment runs',
    happens: 'The agent says that it pays, and its function takes 4 s. Meanwhile, the user says “okay”.',
    human: 'pays once, and says that it is done.',
    score: {
      user: [speaks(320, 'pay the bill please'), speaks(4512, 'okay', 416)],
      llm: [{ text: 'I pay it now.', calls: [{ name: 'pay' }] }, 'It is paid.'],
      functions: { pay: returnsAfter(4000, 'paid') },
    },
    expected: {
      events: [
        ...called('pay the bill please'),
        at(4576, 'user_started_speaking'),
        at(5504, 'user_stopped_speaking'),
        at(6576, 'function_calls_executed'),
        at(7596, 'agent_stopped_speaking'),
        at(7596, 'agent_message_added', 'I pay it now. It is paid.'),
      ],
      results: ['paid'],
    },
  }),
  createSituation({
    title: 'A word over the end of “One moment.”',
    happens: 'The agent says “One moment.” and books. The user corrects the booking with a word of 0.4 s.',
    human: 'hears the correction, and acts on it.',
    limit: 'The agent first says what it has booked. Words this short interrupt only if they are `interrupt_phrases`.',
    score: {
      user: [speaks(320, 'a table for three'), speaks(3008, 'four', 416)],
      llm: [
        { text: 'One moment.', calls: [{ name: 'book' }] },
        'A table for three is booked, at eight.',
        'For four, then.',
      ],
      functions: { book: returnsAfter(1500, 'booked for three') },
    },
    expected: {
      events: [
        ...called('a table for three'),
        at(3072, 'user_started_speaking'),
        at(4000, 'user_stopped_speaking'),
        at(4076, 'function_calls_executed'),
        at(6716, 'agent_stopped_speaking'),
        at(6716, 'agent_message_added', BOOKED),
        at(7916, 'user_message_added', 'four'),
        at(8316, 'agent_started_speaking'),
        at(9216, 'agent_stopped_speaking'),
        at(9216, 'agent_message_added', 'For four, then.'),
      ],
      results: ['booked for three'],
    },
  }),
  createSituation({
    title: 'A correction while a booking runs',
    happens: 'The user corrects the booking while its function runs.',
    human: 'stops, listens, and finds out whether anything was booked before booking again.',
    score: {
      user: [speaks(320, 'a table for three'), speaks(4512, 'no make it four')],
      llm: [
        { text: 'One moment.', calls: [{ name: 'book' }] },
        { text: 'Let me check.', calls: [{ name: 'look' }] },
        'Nothing was booked yet. For four, then?',
      ],
      functions: { book: returnsAfter(4000, 'booked for three'), look: returnsAfter(500, 'no booking') },
    },
    expected: {
      events: [
        ...called('a table for three'),
        at(4576, 'user_started_speaking'),
        at(4832, 'function_calls_executed'),
        at(4832, 'agent_interrupted', 'One moment.'),
        at(4832, 'agent_stopped_speaking'),
        at(4832, 'agent_message_added', 'One moment.'),
        at(6368, 'user_stopped_speaking'),
        at(6468, 'user_message_added', 'no make it four'),
        at(6768, 'function_calls_collected'),
        at(6868, 'agent_started_speaking'),
        at(7268, 'function_calls_executed'),
        at(10_048, 'agent_stopped_speaking'),
        at(10_048, 'agent_message_added', CHECKED),
      ],
      results: ['interrupted: may have been carried out', 'no booking'],
    },
  }),
  createSituation({
    title: 'The model fails',
    happens: 'The model’s service returns an error. The agent has an `on_failure_message`.',
    human: 'apologises, and asks the user to say it again.',
    score: {
      user: [speaks(320, 'what are your opening hours'), speaks(7000, 'your opening hours')],
      config: { on_failure_message: 'Sorry, could you say that again?' },
      llm: [{ text: 'We', failAfterTokens: 0 }, 'From noon to ten.'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'what are your opening hours'),
        at(2996, 'agent_started_speaking'),
        at(4916, 'agent_stopped_speaking'),
        at(4916, 'agent_message_added', 'Sorry, could you say that again?'),
        at(7072, 'user_started_speaking'),
        at(8544, 'user_stopped_speaking'),
        at(8644, 'user_message_added', 'your opening hours'),
        at(9044, 'agent_started_speaking'),
        at(10_064, 'agent_stopped_speaking'),
        at(10_064, 'agent_message_added', 'From noon to ten.'),
      ],
      reported: ['handler_failed'],
    },
  }),
];

function returnsAfter(ms: number, result: string): FunctionBody {
  return (clock) => of(result).pipe(delay(ms, clock));
}
