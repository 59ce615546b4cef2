import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNatsCheckpoints } from '../../../src/directory/checkpoints/natsCheckpoints.ts';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { NATS } from '../../support/directory/natsSubject.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { kill, ownerOf, start, startNodeProcesses, untilMetric, type NodeProcesses } from '../cluster/nodeProcesses.ts';
import { SECRET } from '../cluster/support.ts';
import { joinAsBrowser } from './browserClient.ts';
import { untilMessages } from './taken.ts';

describe.each([
  ['redis', REDIS, createRedisCheckpoints],
  ['nats', NATS, createNatsCheckpoints],
] as const)('three processes that keep sessions on %s', (flag, engine, createStore) => {
  let cluster: NodeProcesses;
  beforeAll(async () => {
    const keep = (secrets: string) => ['--checkpoints', '--checkpoint-secrets-file', secrets];
    cluster = await startNodeProcesses(engine, flag, 40, keep);
    for (const node of cluster.nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
  });
  afterAll(() => cluster.dispose());

  it('go on with a conversation whose process is killed, with its whole history', async () => {
    const { nodes } = cluster;
    const session = await start(nodes[0]);
    const client = await joinAsBrowser(session);
    expect(await client.say('one')).toBe('You said one.');
    expect(await client.say('two')).toBe('You said two.');
    const store = createStore({ url: `${flag}://127.0.0.1:${cluster.engine.port}` });
    onTestFinished(() => store.close());
    await untilMessages(store, session.session_id, 4, SECRET);
    await kill(ownerOf(nodes, session));
    const killedAt = performance.now();
    await client.resumed();
    const backMs = performance.now() - killedAt;
    expect(client.events).toEqual(['reconnecting', 'resumed']);
    expect(await client.say('three')).toBe('You said three.');
    const snapshot = client.messages.find((message) => message.type === 'session.snapshot');
    expect(snapshot?.messages.map(({ content }) => content)).toEqual(['one', 'You said one.', 'two', 'You said two.']);
    // A node is dead after 2.5 s; its client tries again every second.
    expect(backMs).toBeLessThan(10_000);
  });
});
