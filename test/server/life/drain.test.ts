import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { drain } from '../../../src/server/life/drains.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { appWith, joinSession, listening, messageContaining, post, problemIn, startSession } from '../support.ts';

interface Draining {
  readonly app: FastifyInstance;
  readonly scheduler: VirtualClock;
  readonly client: WebSocket;
  /** The types of the messages that the client has got since. */
  readonly types: readonly string[];
  readonly drained: Promise<void>;
}

/** A server with one client, that drains from 0 on. */
async function draining(): Promise<Draining> {
  const scheduler = new VirtualClock();
  const app = await appWith({ scheduler, drain_timeout: 8 });
  const client = await joinSession(await startSession(app), await listening(app));
  const types: string[] = [];
  client.on('message', (data: Buffer) => types.push(JSON.parse(data.toString()).type));
  const told = messageContaining(client, '"session.draining"');
  const drained = drain(app);
  await told;
  return { app, scheduler, client, types, drained };
}

describe('a server that drains', () => {
  it('starts no session, and says that it is not ready', async () => {
    const { app } = await draining();
    for (const refused of [await post(app), await app.inject('/readyz')]) {
      expect(problemIn(refused)).toMatchObject({ status: 503, code: 'draining' });
      expect(refused.headers['retry-after']).toBe('5');
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('lets its sessions go on, and is drained when the last has ended', async () => {
    const { client, scheduler, drained } = await draining();
    await scheduler.run(7999);
    expect(client.readyState).toBe(client.OPEN);
    const left = once(client, 'close');
    client.send(JSON.stringify({ type: 'session.end' }));
    expect((await left)[0]).toBe(1000);
    await drained;
  });

  it('ends the rest after drain_timeout', async () => {
    const { client, scheduler, types, drained } = await draining();
    const left = once(client, 'close');
    await scheduler.run(8000);
    expect((await left)[0]).toBe(1012);
    await drained;
    expect(types.at(-1)).toBe('session.ended');
  });

  it('ends at once when it is closed', async () => {
    const { app, client, drained } = await draining();
    const left = once(client, 'close');
    await app.close();
    expect((await left)[0]).toBe(1012);
    await drained;
  });
});

it('a session that nobody has joined ends as soon as its server drains', async () => {
  // Its time does not pass: nothing is waited for.
  const app = await appWith({ scheduler: new VirtualClock() });
  const { session_id } = await startSession(app);
  await drain(app);
  expect((await app.inject(`/v1/sessions/${session_id}`)).json()).toMatchObject({ state: 'ended', reason: 'draining' });
});

it('a server without sessions is drained at once', async () => {
  const app = await appWith();
  await drain(app);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
});
