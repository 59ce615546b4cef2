import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisDirectory } from '../../src/directory/redis/redisDirectory.ts';
import { healthIs, sees } from '../../src/testing/contracts/directory/cluster.ts';
import { withinTime } from '../../src/testing/contracts/assertions.ts';
import type { NodeRegistration } from '../../src/core/sessionDirectory.ts';
import { startEngineServer, type EngineServer } from '../support/directory/engineServer.ts';
import { REDIS } from '../support/directory/redisSubject.ts';
import { findPort } from '../support/findPort.ts';

const SLOTS = 16_384;
let servers: readonly EngineServer[];

/** Three servers, each with a third of the slots. */
beforeAll(async () => {
  const buses = [await findPort(), await findPort(), await findPort()];
  servers = await Promise.all(
    buses.map((bus) =>
      startEngineServer({
        ...REDIS,
        args: (port, folder) => [...REDIS.args(port, folder), '--cluster-enabled', 'yes', '--cluster-port', `${bus}`],
      }),
    ),
  );
  const clients = servers.map(({ port }) => new Redis(port, '127.0.0.1'));
  for (const [at, client] of clients.entries()) {
    const [from, to] = [Math.floor((SLOTS * at) / 3), Math.floor((SLOTS * (at + 1)) / 3) - 1];
    await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
    await client.call('CLUSTER', 'MEET', '127.0.0.1', servers[0]?.port ?? 0, buses[0] ?? 0);
  }
  for (const client of clients) while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  for (const client of clients) {
    client.disconnect();
    await once(client, 'end');
  }
});
afterAll(async () => {
  for (const server of servers) await server.dispose();
});

function register(id: string, prefix: string): NodeRegistration {
  // The client finds the other servers by itself.
  const directory = createRedisDirectory({
    url: [`redis://127.0.0.1:${servers[0]?.port}`],
    prefix,
    expiry: 4,
    timeout: 3,
  });
  return directory.register({ id, url: `http://${id}`, capacity: 2 });
}

const subject = {
  wait: <T>(what: string, work: Promise<T>): Promise<T> => withinTime(what, work, undefined, 30_000),
  pause: async (): Promise<void> => undefined,
};

// Prefixes in slots of different servers.
test.each(['one', 'two', 'three', 'four'])(
  'a directory with the prefix %s is kept by a cluster of Redis',
  async (prefix) => {
    const [a, b] = [register('a', prefix), register('b', prefix)];
    for (const node of [a, b]) await subject.wait('both', sees(node, ['a', 'b']));
    expect(await a.claim({ session: 's', key: 'k', limit: 1 })).toBe('claimed');
    expect(await b.claim({ session: 's', key: 'k', limit: 1 })).toBe('owned');
    expect(await b.claim({ session: 't', key: 'k', limit: 1 })).toBe('over_limit');
    expect([(await b.find('s'))?.id, await b.count('k')]).toEqual(['a', 1]);
    const places = [await a.place(async ({ id }) => id), await a.place(async ({ id }) => id)];
    expect(places.every((id) => id === 'a' || id === 'b')).toBe(true);
    await a.release('s');
    expect(await b.claim({ session: 't', key: 'k', limit: 1 })).toBe('claimed');
    await b.close();
    expect(await a.find('t')).toBeUndefined();
    await a.close();
  },
);

test('a node is told to a cluster anew when the server of its slot was away', async () => {
  const [a, b] = [register('a', 'one'), register('b', 'one')];
  await subject.wait('both', sees(a, ['a', 'b']));
  await a.claim({ session: 's', key: 'k' });
  for (const server of servers) await server.stop();
  await subject.wait('that it is alone', healthIs(a, 'degraded'));
  for (const server of servers) await server.start();
  for (const node of [a, b]) await subject.wait('both again', sees(node, ['a', 'b']));
  expect((await b.find('s'))?.id).toBe('a');
  await Promise.all([a.close(), b.close()]);
});
