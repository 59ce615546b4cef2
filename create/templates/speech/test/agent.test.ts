import { score } from 'antiphon/testing';
import { test } from 'vitest';
import { createAgent } from '../src/agent.ts';

// A conversation in virtual time, with scripted answers of the model: it takes milliseconds, and needs no key.
test('the agent greets, books a table, is interrupted, and remembers what was heard', async () => {
  await score(
    createAgent({ api_key: 'unused' }),
    ({ user, agent, events, history }) => {
      agent.heard('Good evening. Shall I book a table for you?');
      user.says('4s', 'for two people please', '1200ms');
      agent.calls('book_table', { people: 2 });
      user.says('8s', 'thank you that is all', '900ms');
      agent.heard('Goodbye.');
      history([
        { role: 'system' },
        { role: 'assistant', content: 'Good evening. Shall I book a table for you?' },
        { role: 'user', content: 'for two people please' },
        { role: 'assistant', content: '' },
        { role: 'tool', content: 'booked for 2' },
        { role: 'assistant', content: 'You have a table for two, near the window,' },
        { role: 'user', content: 'thank you that is all' },
        { role: 'assistant', content: 'Goodbye.' },
      ]);
      // 0.5 s of voice interrupts.
      events.by('agent_interrupted', '8.6s');
    },
    {
      llm: [
        'Good evening. Shall I book a table for you?',
        { calls: [{ name: 'book_table', arguments: { people: 2 } }] },
        'You have a table for two, near the window, and we look forward to seeing you tonight.',
        'Goodbye.',
      ],
    },
  );
});
