import { expect, test } from 'vitest';
import { does, says } from '../support/userActions.ts';
import { createTracedSession } from './traced.ts';

test('the callbacks of an agent are called in a session that is traced, and the answer that was asked ahead has one span', async () => {
  const { clock, history, spans } = createTracedSession({
    user: [
      says(320, 'tell me'),
      does(8000, ({ io }) => io.user.digits.next('4')),
      does(8100, ({ io }) => io.user.digits.next('#')),
    ],
    llm: ['Fine.', 'Good.'],
    config: { user_away_timeout: 3, user_away_times: 1, preemptive_generation: true, min_endpointing_delay: 1.5 },
    agent: { on_digits: ({ digits }) => `key ${digits}`, on_user_away: () => 'Hello?' },
  });
  await clock.run(9500);
  expect(history()).toEqual([
    'user: tell me',
    'assistant: Fine.',
    'assistant: Hello?',
    'user: key 4',
    'assistant: Good.',
  ]);
  const chats = spans().filter(({ name }) => name.startsWith('chat'));
  expect(chats.map(({ attributes }) => attributes['antiphon.speculative'])).toEqual([true, undefined]);
});
