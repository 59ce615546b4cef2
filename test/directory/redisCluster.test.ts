import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRedisCheckpoints } from '../../src/directory/checkpoints/redisCheckpoints.ts';
import { createRedisDirectory } from '../../src/directory/redis/redisDirectory.ts';
import { healthIs, sees } from '../../src/testing/contracts/directory/cluster.ts';
import { withinTime } from '../../src/testing/contracts/assertions.ts';
import type { NodeRegistration } from '../../src/core/sessionDirectory.ts';
import { joinAsBrowser } from '../server/checkpoints/browserClient.ts';
import { untilMessages } from '../server/checkpoints/taken.ts';
import { SECRET } from '../server/cluster/support.ts';
import { kill, ownerOf, start, startNodes, untilMetric } from '../server/cluster/nodeProcesses.ts';
import type { EngineServer } from '../support/directory/engineServer.ts';
import { startRedisCluster } from '../support/directory/redisCluster.ts';
import { REDIS } from '../support/directory/redisSubject.ts';

let servers: readonly EngineServer[];

beforeAll(async () => {
  servers = await startRedisCluster(REDIS);
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

test('three processes of antiphon serve keep sessions on a cluster, of which they are given two servers', async () => {
  const urls = servers.slice(0, 2).map(({ port }) => `redis://127.0.0.1:${port}`);
  const cluster = await startNodes('redis', urls, 40, (secrets) => ['--checkpoint-secrets-file', secrets]);
  onTestFinished(cluster.dispose);
  const { nodes } = cluster;
  for (const node of nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
  const session = await start(nodes[0]);
  const client = await joinAsBrowser(session);
  expect(await client.say('one')).toBe('You said one.');
  const store = createRedisCheckpoints({ url: urls });
  onTestFinished(() => store.close());
  await untilMessages(store, session.session_id, 2, SECRET);
  await kill(ownerOf(nodes, session));
  await client.resumed();
  expect(await client.say('two')).toBe('You said two.');
  const snapshot = client.messages.find((message) => message.type === 'session.snapshot');
  expect(snapshot?.messages.map(({ content }) => content)).toEqual(['one', 'You said one.']);
});
