import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/session/agent.ts';
import { createTestSession } from '../support/testSession.ts';
import { says, TELL_ME } from '../support/userActions.ts';

it('what a function says after it was aborted is not spoken behind the new answer', async () => {
  const said: string[] = [];
  const look = defineFunction({
    description: 'looks',
    parameters: z.object({}),
    execute: (_, { session, signal }) => {
      const say = (text: string): void => {
        said.push(text);
        session.say(text);
      };
      say('One moment.');
      signal.addEventListener('abort', () => say('I was interrupted.'));
      return new Promise(() => {});
    },
  });
  const made = createTestSession({
    user: [TELL_ME, says(4000, 'no the other one', 960)],
    llm: [{ calls: [{ name: 'look' }] }, 'Which one?'],
    agent: { functions: { look } },
  });
  await made.clock.run(20_000);
  expect(said).toEqual(['One moment.', 'I was interrupted.']);
  expect(made.spoken()).toEqual(['One moment.', 'Which one?']);
});
