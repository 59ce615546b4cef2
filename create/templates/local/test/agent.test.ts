import { score } from 'antiphon/testing';
import { test } from 'vitest';
import { agent } from '../src/agent.ts';

// A conversation in virtual time: it takes milliseconds, and is the same on every machine.
test('the agent is interrupted, remembers what was heard, and hangs up after goodbye', async () => {
  await score(agent, ({ user, agent: voice, events, history }) => {
    user.says('4s', 'tell me a story', '900ms');
    user.says('8s', 'stop', '600ms');
    voice.heard('All right.');
    user.says('12s', 'goodbye', '600ms');
    voice.heard('Goodbye.');
    history([
      { role: 'system' },
      { role: 'assistant', content: 'Hello. Shall I tell you a story?' },
      { role: 'user', content: 'tell me a story' },
      { role: 'assistant', content: 'Once there was a lighthouse keeper who counted' },
      { role: 'user', content: 'stop' },
      { role: 'assistant', content: 'All right.' },
      { role: 'user', content: 'goodbye' },
      { role: 'assistant', content: 'Goodbye.' },
    ]);
    events.by('agent_interrupted', '8.52s');
  });
});
