import { describe, expect, it } from 'vitest';
import { does, LONG, says, TELL_ME } from '../../support/userActions.ts';
import type { TestSessionOptions } from '../../support/testSession.ts';
import { after, calls, createBackgroundSession, write, type BackgroundSession, type Work } from './desk.ts';

async function play(
  works: Readonly<Record<string, Work>>,
  options: Omit<TestSessionOptions, 'functions'>,
): Promise<BackgroundSession> {
  const session = createBackgroundSession(works, { ...options, user: [TELL_ME, ...(options.user ?? [])] });
  await session.clock.run(30_000);
  return session;
}

describe('a result that came while the agent spoke', () => {
  it('is the last message of the request for the reply to it', async () => {
    const { requests } = await play(
      { book: { does: after(1000, 'booked') } },
      { llm: [calls('book'), LONG, 'It is booked.'] },
    );
    expect(write(requests.at(-1) ?? []).slice(3)).toEqual([
      `assistant: ${LONG}`,
      'calls book:result',
      'tool book:result: booked',
    ]);
  });

  it('stays where it was once the agent has replied to it', async () => {
    const { requests } = await play(
      { book: { does: after(1000, 'booked') }, look: { does: after(11_000, 'sunny') } },
      { llm: [calls('book', 'look'), LONG, LONG, 'It is sunny.'] },
    );
    expect(write(requests.at(-1) ?? []).slice(4)).toEqual([
      'calls book:result',
      'tool book:result: booked',
      `assistant: ${LONG}`,
      `assistant: ${LONG}`,
      'calls look:result',
      'tool look:result: sunny',
    ]);
  });

  it('is not lost if that reply may request no further round', async () => {
    const { spoken } = await play(
      { book: { does: after(2000, 'booked') }, look: { does: () => 'sunny', background: false } },
      {
        config: { max_nested_function_calls: 1 },
        llm: [calls('book'), { text: 'I look.', firstTokenMs: 3000, calls: [{ name: 'look' }] }, 'It is booked.'],
      },
    );
    expect(spoken()).toEqual(['I look.', 'It is booked.']);
  });
});

it('what the user said is not moved behind its answer by a request of the application', async () => {
  const { requests } = await play(
    {},
    {
      llm: ['At eight.', 'We have a terrace.'],
      user: [does(5000, ({ session }) => session.respond({ instructions: 'Mention the terrace.' }))],
    },
  );
  expect(write(requests.at(-1) ?? [])).toEqual([
    'user: tell me',
    'assistant: At eight.',
    'system: Mention the terrace.',
  ]);
});

describe('a result that is to interrupt', () => {
  const works: Readonly<Record<string, Work>> = {
    book: { does: after(3000, 'booked'), background: { result: 'interrupt' } },
  };

  it('is told before what the application wants to be said', async () => {
    const { spoken } = await play(works, {
      llm: [calls('book'), LONG, 'It is booked.'],
      user: [does(3000, ({ session }) => session.say('One more thing.'))],
    });
    expect(spoken().slice(1)).toEqual(['It is booked.', 'One more thing.']);
  });

  it('waits for the request in a session that answers on request', async () => {
    const { spoken } = await play(works, {
      config: { respond_on_request: true },
      llm: [calls('book'), LONG, 'It is booked.'],
      user: [
        does(2000, ({ session: { respond } }) => respond()),
        does(15_000, ({ session: { respond } }) => respond()),
      ],
    });
    expect(spoken()).toEqual([LONG, 'It is booked.']);
  });
});

it('a result is not told again if a noise cuts the reply to it', async () => {
  const { requests } = await play(
    { book: { does: after(1000, 'booked') } },
    {
      config: { resume_after_false_interruption: false },
      llm: [calls('book'), 'On it.', LONG, 'never said'],
      user: [says(5000, '', 1000)],
    },
  );
  expect(requests).toHaveLength(3);
});
