import { score } from 'antiphon/testing';
import { concierge } from './concierge.ts';

// No model at all: what it says is in the score.
await score(
  concierge,
  ({ user, agent, after, events }) => {
    user.says('4.5s', 'tell me about the restaurant', '1200ms');
    user.says(after('agent_started_speaking', '900ms'), 'wait please', '700ms');
    agent.heard('We opened in nineteen');
    agent.heard('Yes?');
    events.by('agent_interrupted', after('agent_started_speaking', '1450ms'));
  },
  { llm: ['We opened in nineteen eighty. My grandmother cooked here.', 'Yes?'] },
);
