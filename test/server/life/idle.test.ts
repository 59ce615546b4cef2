import { once } from 'node:events';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { appWith, joinSession, listening, startSession } from '../support.ts';

it('a session in which nothing happens ends after idle_timeout', async () => {
  const scheduler = new VirtualClock();
  const app = await appWith({ scheduler, idle_timeout: 9 });
  const session = await startSession(app);
  const client = await joinSession(session, await listening(app));
  const left = once(client, 'close');
  const stateOf = async (): Promise<unknown> => {
    const { state, reason } = (await app.inject(`/v1/sessions/${session.session_id}`)).json();
    return [state, reason];
  };
  await scheduler.run(8999);
  expect(await stateOf()).toEqual(['active', undefined]);
  await scheduler.run(9000);
  expect((await left)[0]).toBe(1000);
  expect(await stateOf()).toEqual(['ended', 'idle_timeout']);
});
