import { at } from '../../support/timedEvent.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

/** The end of the first words, in ms. The turn is committed at 2596, and its answer is audible from 2996. */
const STOPPED = 1920;
const TONIGHT = speaks(320, 'a table for two tonight');

export const corrections: readonly Situation[] = [
  createSituation({
    title: 'A correction 0.7 s after stopping',
    happens: 'The user asks for a table, and corrects it before the agent has begun to answer.',
    human: 'answers only the correction, without a word about a table for two.',
    score: {
      user: [TONIGHT, speaks(STOPPED + 704, 'no sorry for three')],
      llm: ['A table for two tonight?', 'A table for three tonight?'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'a table for two tonight'),
        at(2688, 'user_started_speaking'),
        at(4480, 'user_stopped_speaking'),
        at(4580, 'user_message_added', 'no sorry for three'),
        at(4980, 'agent_started_speaking'),
        at(6540, 'agent_stopped_speaking'),
        at(6540, 'agent_message_added', 'A table for three tonight?'),
      ],
    },
  }),
  createSituation({
    title: 'A correction 1.6 s after stopping',
    happens: 'The user corrects the request just after the agent has begun to answer.',
    human: 'stops, listens, and answers the correction.',
    score: {
      user: [TONIGHT, speaks(STOPPED + 1600, 'no sorry for three')],
      llm: ['A table for two tonight?', 'A table for three tonight?'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2596, 'user_message_added', 'a table for two tonight'),
        at(2996, 'agent_started_speaking'),
        at(3584, 'user_started_speaking'),
        at(4032, 'agent_interrupted', 'A table for two'),
        at(4032, 'agent_stopped_speaking'),
        at(4032, 'agent_message_added', 'A table for two'),
        at(5376, 'user_stopped_speaking'),
        at(5476, 'user_message_added', 'no sorry for three'),
        at(5876, 'agent_started_speaking'),
        at(7436, 'agent_stopped_speaking'),
        at(7436, 'agent_message_added', 'A table for three tonight?'),
      ],
    },
  }),
  createSituation({
    title: 'Two quick utterances',
    happens: 'The user pauses for 0.6 s in the middle of a request.',
    human: 'takes both as one request, and answers once.',
    score: {
      user: [speaks(320, 'I would like a table'), speaks(STOPPED + 608, 'for two tonight')],
      llm: ['A table for two tonight?'],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2496, 'user_stopped_speaking'),
        at(2592, 'user_started_speaking'),
        at(4064, 'user_stopped_speaking'),
        at(4164, 'user_message_added', 'I would like a table for two tonight'),
        at(4564, 'agent_started_speaking'),
        at(6004, 'agent_stopped_speaking'),
        at(6004, 'agent_message_added', 'A table for two tonight?'),
      ],
    },
  }),
];
