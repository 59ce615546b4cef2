import { expect, test } from 'vitest';
import { agent } from '../../examples/push-to-talk/agent.ts';
import { holdToTalk } from '../../examples/push-to-talk/holdToTalk.ts';
import { does } from '../support/userActions.ts';
import { createTestSession } from '../support/testSession.ts';

test('the agent answers when the button is released, by a scripted model', async () => {
  const made = createTestSession({
    config: { push_to_talk: true },
    agent: { llm_response_handler: agent.llm_response_handler },
    prepare: (io) => io.user.muted.next(true),
    says: ['yes'],
    user: [
      does(300, ({ io }) => io.user.muted.next(false)),
      does(1300, ({ io }) => io.user.turns.next('commit')),
      does(1300, ({ io }) => io.user.muted.next(true)),
    ],
  });
  await made.clock.run(15_000);
  expect(made.history()).toEqual(['user: yes', 'assistant: You said: yes. Hold the button to go on.']);
  expect(agent.configure_session).toBeTypeOf('function');
});

test('a button: holding it talks, releasing it ends the turn, leaving it takes the words back', () => {
  const button = new EventTarget();
  const log: string[] = [];
  const call = {
    mute: (muted: boolean) => void log.push(muted ? 'muted' : 'talking'),
    commit: () => void log.push('commit'),
    clear: () => void log.push('clear'),
  };
  const remove = holdToTalk(button, call);
  for (const name of ['pointerdown', 'pointerup', 'pointerleave', 'pointerdown', 'pointerleave', 'pointerup'])
    button.dispatchEvent(new Event(name));
  remove();
  button.dispatchEvent(new Event('pointerdown'));
  expect(log).toEqual(['muted', 'talking', 'commit', 'muted', 'talking', 'clear', 'muted']);
});
