import { describe, expect, it } from 'vitest';
import type { LLMResponseHandlerInput } from '../../src/session/agent.ts';
import { replay } from '../../src/replay/replay.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { does, types } from '../support/userActions.ts';
import { createTestSession, type UserAction } from '../support/testSession.ts';

const SENT = { role: 'assistant', content: 'I have sent you a link.' } as const;
const NOTE = { role: 'system', content: 'The guest has paid.' } as const;
const adds = (atMs: number): UserAction => does(atMs, ({ session }) => session.addMessages([SENT, NOTE]));

describe('addMessages()', () => {
  it('adds to the history what the model knows in its next request, and begins no reply', async () => {
    const { clock, llm, history, when } = createTestSession({
      user: [adds(1000), types(3000, 'thanks')],
      llm: ['Welcome.'],
    });
    await clock.run(10_000);
    expect((llm.inputs[0] as LLMResponseHandlerInput).messages).toEqual([
      SENT,
      NOTE,
      { role: 'user', content: 'thanks' },
    ]);
    expect(history()).toEqual([
      'assistant: I have sent you a link.',
      'system: The guest has paid.',
      'user: thanks',
      'assistant: Welcome.',
    ]);
    expect(when('agent_started_speaking')).toHaveLength(1);
  });

  it('puts them behind what the agent is saying', async () => {
    const user = [types(1000, 'hello'), adds(1500)];
    const { clock, history } = createTestSession({ user, llm: ['Good evening.'] });
    await clock.run(10_000);
    expect(history()).toEqual([
      'user: hello',
      'assistant: I have sent you a link.',
      'system: The guest has paid.',
      'assistant: Good evening.',
    ]);
  });

  it('refuses other messages by name, and changes nothing', async () => {
    const wrong = [{ role: 'user', content: 'hello' }] as never;
    const user = [does(1000, ({ session }) => session.addMessages(wrong))];
    const { clock, errors, history } = createTestSession({ user });
    await clock.run(2000);
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'usage_invalid: addMessages[0].role: expected one of "system", "assistant", got "user"',
    ]);
    expect(history()).toEqual([]);
  });

  it('replays', async () => {
    const recording = await recordingOf({ user: [adds(1000), types(3000, 'thanks')], llm: ['Welcome.'] });
    expect((await replay(recording)).difference).toBeNull();
  });
});
