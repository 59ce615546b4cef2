import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import type { EngineCommand } from '../../support/directory/engineServer.ts';
import { kill, ownerOf, start, startNodeProcesses, untilMetric, type NodeProcesses } from '../cluster/nodeProcesses.ts';
import { SECRET } from '../cluster/support.ts';
import { joinAsBrowser } from './browserClient.ts';
import { untilMessages } from './taken.ts';
import { askNode, openStream, sessionIn, type Answer, type StreamedLine } from './twilioLine.ts';

type CreateStore = (options: { readonly url: string }) => CheckpointStore;

/** The cases of sessions whose process is killed. `flag`: the flag of `antiphon serve` for their engine. */
export function describeKills(flag: 'redis' | 'nats', engine: EngineCommand, createStore: CreateStore): void {
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
}

/** The case of a telephone call whose process is killed. */
export function describeKilledCall(flag: 'redis' | 'nats', engine: EngineCommand, createStore: CreateStore): void {
  it('goes on when the process that has it is killed, on one of two others', async () => {
    const keep = (secrets: string) => ['--checkpoints', '--checkpoint-secrets-file', secrets];
    const cluster = await startNodeProcesses(engine, flag, 40, keep, 'phoneAgent.mjs');
    onTestFinished(() => cluster.dispose());
    const { nodes } = cluster;
    for (const node of nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
    const store = createStore({ url: `${flag}://127.0.0.1:${cluster.engine.port}` });
    onTestFinished(() => store.close());
    const answer = await askNode(nodes[0]);
    const session = sessionIn(answer);
    const line = await openStream(answer);
    press(line, '7#');
    await untilMessages(store, session, 2, SECRET);
    const owner = nodes.find(({ url }) => new URL(url).host === new URL(answer.stream ?? '').host);
    if (owner === undefined) throw new Error(answer.text);
    await kill(owner);
    const killedAt = performance.now();
    const [other] = nodes.filter((node) => node !== owner);
    let again: Answer = answer;
    do again = await askNode(other ?? owner, again.redirect);
    while (again.stream === undefined);
    const backMs = performance.now() - killedAt;
    expect(sessionIn(again)).toBe(session);
    const back = await openStream(again);
    press(back, '8#');
    await untilMessages(store, session, 4, SECRET);
    // A node is dead after 2.5 s.
    expect(backMs).toBeLessThan(10_000);
  });
}

function press(line: StreamedLine, keys: string): void {
  for (const key of keys) line.press(key);
}
