import { describe, expect, it } from 'vitest';
import { INTERRUPTED } from '../../../src/core/callResult.ts';
import type { TestSessionOptions } from '../../support/testSession.ts';
import { does, TELL_ME, types } from '../../support/userActions.ts';
import { after, calls, createBackgroundSession, type BackgroundSession, type Work } from './desk.ts';

async function play(works: Readonly<Record<string, Work>>, options: TestSessionOptions): Promise<BackgroundSession> {
  const session = createBackgroundSession(works, { ...options, user: [TELL_ME, ...(options.user ?? [])] });
  await session.clock.run(30_000);
  return session;
}

const cancels = (atMs: number, id: string) => does(atMs, ({ session }) => session.cancel(id));

describe('session.cancel()', () => {
  it('ends a call that the model waits for, and the reply goes on', async () => {
    const { executed, spoken } = await play(
      { look: { does: after(9000), background: false } },
      { llm: [calls('look'), 'I could not look.'], user: [cancels(3000, 'look')] },
    );
    expect(executed).toEqual([`3000 look: ${INTERRUPTED}`]);
    expect(spoken()).toEqual(['I could not look.']);
  });

  it('ends a call in the background before the others of its round have returned', async () => {
    const { executed, spoken } = await play(
      { book: { does: after(9000) }, look: { does: after(3000), background: false } },
      { llm: [calls('book', 'look'), 'It is sunny.'], user: [cancels(3000, 'book')] },
    );
    expect(executed).toEqual([`4586 book: ${INTERRUPTED}`, '4586 look: done']);
    expect(spoken()).toEqual(['It is sunny.']);
  });

  it('ignores the id of a call that is not running, and reports an id that is not a string', async () => {
    const { executed, errors } = await play(
      { book: { does: after(3000) } },
      { llm: [calls('book'), 'On it.', 'Done.'], user: [cancels(3000, 'other'), cancels(3000, 7 as never)] },
    );
    expect(executed).toEqual(['4586 book: done']);
    expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'usage_invalid cancel(): expected the id of a call',
    ]);
  });
});

describe('a call in the background', () => {
  it.each(['draining', 'ended_by_client', 'part_failed'] as const)(
    'ends with a session that ends as %s',
    async (reason) => {
      const { executed, session } = await play(
        { book: { does: () => new Promise(() => {}) } },
        { llm: [calls('book'), 'On it.'], user: [does(4000, (made) => made.session.close(reason))] },
      );
      expect(executed).toEqual([`4000 book: ${INTERRUPTED}`]);
      expect((await session.ended).reason).toBe(reason);
    },
  );

  it('does not keep a session that ends after the agent has spoken', async () => {
    const { executed, session } = await play(
      { book: { does: after(9000) }, hang_up: { background: false, does: (context) => context.session.end() } },
      { llm: [calls('book', 'hang_up'), 'Goodbye.'] },
    );
    expect(executed).toEqual(['1586 hang_up: ', `2066 book: ${INTERRUPTED}`]);
    expect((await session.ended).reason).toBe('agent_ended');
  });

  it('gives the user time: nobody asks whether they are still there', async () => {
    const asked: number[] = [];
    const options = { config: { user_away_timeout: 3, user_away_times: 1 }, llm: [calls('book'), 'On it.', 'Booked.'] };
    const session = createBackgroundSession(
      { book: { does: after(8000) } },
      { ...options, user: [TELL_ME], agent: { on_user_away: () => void asked.push(session.clock.now()) } },
    );
    await session.clock.run(30_000);
    const end = session.when('agent_stopped_speaking').at(-1) ?? 0;
    expect(asked).toEqual([end + 3000]);
  });
});

it('a model that answers each result with a further call gets no functions after eight replies in a row', async () => {
  const tools: boolean[] = [];
  const session = createBackgroundSession(
    { book: { does: after(1000) } },
    {
      user: [TELL_ME, types(60_000, 'hello')],
      agent: {},
      llm: [
        ...Array.from({ length: 8 }, (_, at) => [calls(`book`), `Booking ${at}.`]).flat(),
        calls('book'),
        'Booking.',
        'That is enough.',
        calls('book'),
        'Once more.',
        'Done.',
      ],
    },
  );
  await session.clock.run(90_000);
  tools.push(...session.tools.map((names) => names.length > 0));
  expect(tools.slice(-6)).toEqual([true, false, false, true, false, true]);
});

it('a model that calls functions nevertheless, though it gets none after eight replies in a row, is stopped', async () => {
  const session = createBackgroundSession(
    { book: { does: after(1000) } },
    {
      user: [TELL_ME],
      agent: {},
      llm: Array.from({ length: 20 }, (_, at) => [calls('book'), `Booking ${at}.`]).flat(),
    },
  );
  await session.clock.run(120_000);
  const results = session.executed.map((one) => one.split(': ').slice(1).join(': '));
  expect(results).toEqual([
    ...Array.from({ length: 9 }, () => 'done'),
    'not executed: no further round of functions is permitted in this turn',
  ]);
  expect(session.codes).toContain('function_rounds_exceeded');
});
