import { expect, test } from 'vitest';
import { defineTap } from '../../src/session/taps.ts';
import { createAgentDouble } from '../../src/testing/doubles/agent.ts';
import { score } from '../../src/testing/score.ts';

test('an agent double answers as the score says, with handlers of its own', async () => {
  const heard: string[] = [];
  const agent = createAgentDouble({ on_user_message_added: ({ message }) => heard.push(message.content) });
  await score(
    agent,
    ({ user, agent: expected }) => {
      user.says('1s', 'good evening', '600ms');
      expected.heard('Good evening.');
    },
    { llm: ['Good evening.'] },
  );
  expect(heard).toEqual(['good evening']);
});

test('a tap of a score gets the values of its edge, and the session', async () => {
  const seen: string[] = [];
  const tap = defineTap('userTurn', ({ text }, { id }) => seen.push(`${id} ${text}`));
  await score(createAgentDouble(), ({ user }) => user.types('1s', 'hello'), { llm: ['Hello.'], taps: [tap] });
  expect(seen).toEqual(['ses_score hello']);
});
