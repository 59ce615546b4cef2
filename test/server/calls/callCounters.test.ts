import { describe, expect, it } from 'vitest';
import { callCounters, NO_COUNTS, type CallCounters } from '../../../src/server/calls/callCounters.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

async function countsOf(
  options: TestSessionOptions,
  talk: (rig: TestSession) => Promise<void>,
): Promise<CallCounters | undefined> {
  const session = createTestSession(options);
  const seen: CallCounters[] = [];
  const ends = new Promise<void>((resolve) => {
    callCounters(session.session).subscribe({ next: (counters) => seen.push(counters), complete: resolve });
  });
  await talk(session);
  session.session.close('ended_by_api');
  await ends;
  return seen.at(-1);
}

describe('the counters of a session', () => {
  it('count what both sides said', async () => {
    const counts = await countsOf({ llm: ['Good day.', 'Goodbye.'] }, async ({ io, clock }) => {
      io.user.text.next('Hello.');
      await clock.run(10_000);
      io.user.text.next('Bye.');
      await clock.run(20_000);
    });
    expect(counts).toEqual({ ...NO_COUNTS, user_messages: 2, agent_messages: 2 });
  });

  it('count interruptions, and what was heard before them', async () => {
    const llm = ['A long answer which goes on and on and on, as long as it can.'];
    const counts = await countsOf({ llm }, async ({ io, clock, session }) => {
      io.user.text.next('Tell me.');
      await clock.run(2000);
      session.interrupt();
      await clock.run(5000);
    });
    expect(counts).toEqual({ ...NO_COUNTS, user_messages: 1, agent_messages: 1, interruptions: 1 });
  });

  it('count functions one by one', async () => {
    const calls = [{ name: 'nobody' }, { name: 'nowhere' }];
    const counts = await countsOf({ llm: [{ calls }, 'Sorry.'] }, async ({ io, clock }) => {
      io.user.text.next('Do it.');
      await clock.run(5000);
    });
    // That they are unknown is a diagnostic: the model got an error.
    expect(counts).toEqual({ ...NO_COUNTS, user_messages: 1, agent_messages: 1, function_calls: 2 });
  });

  it('count failures', async () => {
    const counts = await countsOf({ llm: [] }, async ({ io, clock }) => {
      io.user.text.next('Hello?');
      await clock.run(5000);
    });
    expect(counts).toEqual({ ...NO_COUNTS, user_messages: 1, errors: 1 });
  });
});
