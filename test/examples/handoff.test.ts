import { score } from 'antiphon/testing';
import { expect, test } from 'vitest';
import { reception } from '../../examples/handoff/agents.ts';

test('a caller with an invoice speaks with billing, and is handed back', async () => {
  const { events } = await score(reception, ({ user, agent }) => {
    agent.heard('The bookshop, hello?');
    user.types('3s', 'my invoice is wrong');
    agent.heard('One moment, please.');
    agent.heard('This is billing. You said: my invoice is wrong.');
    user.types('14s', 'when are you open');
    agent.heard('We are open from nine to six.');
  });
  const spoke = events.flatMap(({ name, input }) => (name === 'on_agent_message_added' ? [input.agent] : []));
  expect(spoke).toEqual(['reception', 'reception', 'billing', 'reception']);
});
