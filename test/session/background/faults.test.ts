import { expect, it } from 'vitest';
import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import { after, calls, createBackgroundSession, write } from './desk.ts';
import { does, TELL_ME } from '../../support/userActions.ts';

const asksAt = (atMs: number) => does(atMs, ({ session }) => session.respond({ instructions: 'Go on.' }));

it.each<[string, readonly (string | LlmReply)[], readonly string[]]>([
  ['an answer', ['At eight.', 'And at nine.'], ['user: tell me', 'assistant: At eight.', 'system: Go on.']],
  [
    'an answer with functions',
    [calls('look'), 'It is sunny.', 'And warm.'],
    ['user: tell me', 'calls look', 'tool look: sunny', 'assistant: It is sunny.', 'system: Go on.'],
  ],
])('respond({ instructions }) after %s: the model knows what was said, in its order', async (_, llm, messages) => {
  const session = createBackgroundSession(
    { look: { does: () => 'sunny', background: false } },
    { user: [TELL_ME, asksAt(6000)], llm },
  );
  await session.clock.run(20_000);
  expect(write(session.requests.at(-1) ?? [])).toEqual(messages);
});

it.each(['when_idle', 'interrupt'] as const)(
  'a result that comes while the agent speaks is the last message when the model is asked to reply to it: %s',
  async (result) => {
    const session = createBackgroundSession(
      { book: { does: after(1000, 'booked'), background: { result } } },
      {
        user: [TELL_ME],
        llm: [calls('book'), 'I look for it now, and it may take a while until they answer.', 'Booked.'],
      },
    );
    await session.clock.run(20_000);
    expect(write(session.requests.at(-1) ?? []).at(-1)).toBe('tool book:result: booked');
  },
);

it('the model may name the call by the id of its news, which its messages show', async () => {
  const session = createBackgroundSession(
    {
      book: {
        background: { cancel: true },
        does: async ({ progress }, clock) => {
          await clock.sleep(1000);
          progress('half');
          await clock.sleep(20_000);
        },
      },
    },
    {
      user: [TELL_ME, does(5000, ({ io }) => io.user.text.next('cancel it'))],
      llm: [
        calls('book'),
        'On it.',
        { calls: [{ id: 'end', name: 'cancel_book', arguments: { tool_call_id: 'book:update1' } }] },
        'Cancelled.',
      ],
    },
  );
  await session.clock.run(30_000);
  expect(session.executed).toContain('5000 end: ended');
});
