import { expect, test } from 'vitest';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { coughs, LONG, says, TELL_ME } from '../support/userActions.ts';

/** The states of both sides, with their times. */
async function statesOf(options: TestSessionOptions): Promise<{ agent: readonly string[]; user: readonly string[] }> {
  const { clock, session } = createTestSession({ user: [TELL_ME], ...options });
  const [agent, user]: [string[], string[]] = [[], []];
  session.agentState$.subscribe((state) => agent.push(`${clock.now()} ${state}`));
  session.userState$.subscribe((state) => user.push(`${clock.now()} ${state}`));
  await clock.run(20_000);
  return { agent, user };
}

test('a turn: the user speaks, the agent thinks and speaks', async () => {
  const { agent, user } = await statesOf({ llm: [{ text: 'One.', firstTokenMs: 300 }] });
  expect(user).toEqual(['0 silent', '384 speaking', '1536 endpointing', '1586 silent']);
  expect(agent).toEqual(['0 idle', '1586 thinking', '1886 speaking', '2126 idle']);
});

test('a function runs', async () => {
  const { agent } = await statesOf({
    llm: [{ calls: [{ name: 'look' }] }, 'Two.'],
    functions: { look: async () => 'found' },
  });
  expect(agent.map((line) => line.split(' ')[1])).toEqual([
    'idle',
    'thinking',
    'executing_functions',
    'thinking',
    'speaking',
    'idle',
  ]);
});

test('a cough interrupts, and the agent resumes', async () => {
  const { agent } = await statesOf({ user: [TELL_ME, coughs(3200, 640)], llm: [LONG] });
  expect(agent.map((line) => line.split(' ')[1])).toEqual([
    'idle',
    'thinking',
    'speaking',
    'interrupted',
    'thinking',
    'speaking',
    'idle',
  ]);
});

test('words interrupt, and are answered', async () => {
  const { agent } = await statesOf({ user: [TELL_ME, says(3200, 'wait')], llm: [LONG, 'Yes?'] });
  expect(agent.map((line) => line.split(' ')[1])).toEqual([
    'idle',
    'thinking',
    'speaking',
    'interrupted',
    'idle',
    'thinking',
    'speaking',
    'idle',
  ]);
});
