import { createJudge, createPersona, score } from 'antiphon/testing';
import { ask, cassette, concierge, MODEL } from './concierge.ts';

const guest = createPersona({
  persona: 'You are in a hurry, and want a table for two tonight. You say when only if you are asked: at eight.',
  model: MODEL,
  ask,
  cassette,
  maxTurns: 5,
});

await score(
  concierge,
  ({ user, agent, metrics }) => {
    user.is(guest);
    agent.calls('book_table', { guests: 2, hour: 8 });
    agent.meets('The agent asks for what it does not know, and repeats the booking.');
    agent.meets('No answer of the agent is longer than two sentences.');
    metrics('wait.p95 < 1s');
  },
  { judge: createJudge({ model: MODEL, ask, cassette }) },
);
