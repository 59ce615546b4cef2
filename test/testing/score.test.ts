import { describe, expect, it } from 'vitest';
import { STT, TTS, VAD } from '../../providers/names.ts';
import { defineAgent } from '../../src/session/agent.ts';
import type { Agent } from '../../src/session/agent.ts';
import { llmDouble } from '../../src/testing/doubles/llm.ts';
import { score } from '../../src/testing/score.ts';

const llm = ['We opened in nineteen eighty. My grandmother cooked here.', 'Yes?'];
const concierge: Agent<{ guest: string }> = defineAgent<{ guest: string }>({
  configure_session: ({ custom_data }) => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    initial_messages: [],
    session_data: { guest: String(custom_data['guest']) },
  }),
  llm_response_handler: llmDouble(['Hello.']),
});

describe('a score', () => {
  it('plays a conversation with an interruption', () =>
    score(
      concierge,
      ({ user, agent, history }) => {
        user.says('1s', 'tell me about the restaurant', '1200ms');
        user.says('4s', 'wait please', '700ms');
        agent.heard('We opened in nineteen');
        history([
          { role: 'user', content: 'tell me about the restaurant' },
          { role: 'assistant', content: 'We opened in nineteen' },
          { role: 'user', content: 'wait please' },
          { role: 'assistant', content: 'Yes?' },
        ]);
      },
      { llm },
    ));

  it('uses the agent’s own handler where nothing else is said', () =>
    score(concierge, ({ user, agent, events }) => {
      user.types('1s', 'hello');
      agent.heard('Hello.');
      events(['user_message_added', 'agent_started_speaking', 'agent_stopped_speaking', 'agent_message_added']);
    }));

  it('knows noise, to which nobody answers', () =>
    score(concierge, ({ user, agent }) => {
      user.noise('1s', '500ms');
      agent.neverSays();
    }));

  it.each([
    [
      'heard',
      /expected that "Goodbye\." was heard, got \["Yes\?"\][\s\S]*What happened:\n1000 ms on_user_message_added/,
    ],
  ])('says what was expected, and what happened (%s)', async (_, message) => {
    const played = score(
      concierge,
      ({ user, agent }) => {
        user.types('1s', 'hello');
        agent.heard('Goodbye.');
      },
      { llm: ['Yes?'] },
    );
    await expect(played).rejects.toThrow(message);
  });

  it('fails where the agent speaks, or the history is another', async () => {
    const typed = { llm: ['Yes?'] };
    const speaks = score(concierge, ({ user, agent }) => (user.types('1s', 'hello'), agent.neverSays()), typed);
    await expect(speaks).rejects.toThrow('never speaks');
    const other = score(
      concierge,
      ({ user, history }) => (user.types('1s', 'hello'), history([{ role: 'user' }])),
      typed,
    );
    await expect(other).rejects.toThrow('expected history');
  });
});
