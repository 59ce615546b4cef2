import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { SpeechModel, VAD } from '../../../providers/names.ts';
import { defineAgent, defineFunction } from '../../../src/session/agent.ts';
import { score } from '../../../src/testing/score.ts';

const agent = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    model: SpeechModel.OpenAI({ api_key: 'unused' }),
    initial_messages: [{ role: 'system', content: 'You answer the phone.' }],
    session_data: {},
  }),
  functions: {
    book: defineFunction({ description: 'Books.', parameters: z.object({}), execute: () => 'booked' }),
  },
});

describe('score with a speech model', () => {
  it('plays questions, functions and interruptions in virtual time', async () => {
    const llm = [{ text: 'One moment.', calls: [{ name: 'book' }] }, 'It is booked for eight in the evening.', 'Yes?'];
    const { messages } = await score(
      agent,
      ({ user, events }) => {
        user.says('1s', 'a table please', '900ms');
        events.notBefore('agent_started_speaking', '2.4s');
        user.says('3.5s', 'wait please', '900ms');
      },
      { llm },
    );
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: You answer the phone.',
      'user: a table please',
      'assistant: ',
      'tool: booked',
      expect.stringMatching(/^assistant: One moment\. It is booked/u),
      'user: wait please',
      'assistant: Yes?',
    ]);
  });
});
