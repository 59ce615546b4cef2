import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../../src/session/agent.ts';
import { score } from '../../../src/testing/score.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { concierge, STORY } from './concierge.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/testing.md'), 'utf8');
const SHOWN = /```text\n(?<error>the conversation differs[^]*?)\n```/u.exec(PAGE)?.groups?.['error'];

/** The lines of the score stand elsewhere in the docs than here. */
function withoutPlaces(message: string): string {
  return message.replaceAll(/^ {2}at \S+$/gmu, '  at …');
}

it('the docs show the real report of a score', async () => {
  const failing = score(
    concierge(),
    ({ user, agent, after, events }) => {
      user.says('1s', 'tell me about the restaurant', '1200ms');
      user.says(after('agent_started_speaking', '800ms'), 'wait please', '700ms');
      agent.heard('We opened in');
      events.never('agent_interrupted');
    },
    { llm: [STORY, 'Yes?'] },
  );
  const message = await failing.then(
    () => '',
    (error: Error) => error.message,
  );
  expect(withoutPlaces(message)).toBe(withoutPlaces(String(SHOWN)));
});

it('the docs show the real diagram of a function in the background', async () => {
  const clock = new VirtualClock();
  const agent = Object.assign(concierge(), {
    functions: {
      ask_kitchen: defineFunction({
        description: 'Asks whether the kitchen can bake a cake',
        parameters: z.object({}),
        background: true,
        execute: () => clock.sleep(6000).then(() => 'yes, with apples'),
      }),
    },
  });
  let drawn = '';
  await score(
    agent,
    ({ user, agent: expected }) => {
      user.types('1s', 'a cake, please');
      expected.responds('9s', { instructions: 'Ask for the number.' });
    },
    {
      clock,
      llm: [{ calls: [{ name: 'ask_kitchen' }] }, 'I ask.', 'They bake one.', 'For how many?'],
      draw: (diagram) => (drawn = diagram),
    },
  );
  expect(PAGE).toContain(`\`\`\`text\n${drawn}\n\`\`\``);
});
