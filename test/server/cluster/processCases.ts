import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { EngineCommand } from '../../support/directory/engineServer.ts';
import { watchLag } from '../../support/watchLag.ts';
import { messageContaining } from '../support.ts';
import {
  ask,
  countByNode,
  endAll,
  joinCall,
  kill,
  ownerOf,
  start,
  startNodeProcesses,
  untilMetric,
} from './nodeProcesses.ts';
import type { NodeProcesses } from './nodeProcesses.ts';

const CAPACITY = 40;
const DETECTED_MS = 3000;
const FILLED_MS = 60_000;

/** The cases of three nodes, each a process, on an engine. `flag`: the flag of `antiphon serve` for it. */
export function describeProcesses(flag: 'redis' | 'nats', engine: EngineCommand): void {
  let cluster: NodeProcesses;
  beforeAll(async () => {
    cluster = await startNodeProcesses(engine, flag, CAPACITY);
    for (const node of cluster.nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
  });
  afterAll(() => cluster.dispose());

  it('answer for each session, whichever of them is asked', async () => {
    const { nodes } = cluster;
    for (const node of nodes) {
      const session = await start(node);
      const path = `/${session.session_id}`;
      for (const other of nodes) {
        expect((await ask(other, 'GET', path)).status).toBe(200);
        const renewed = (await (await ask(other, 'POST', `${path}/token`)).json()) as StartSessionResponse;
        expect(renewed.transport.url).toBe(session.transport.url);
      }
      const [elsewhere] = nodes.filter((other) => other !== ownerOf(nodes, session));
      expect((await ask(elsewhere ?? node, 'DELETE', path)).status).toBe(204);
    }
    await endAll(nodes, []);
  });

  it('lead a client that has lost its connection back to its session', async () => {
    const { nodes } = cluster;
    const call = await joinCall(await start(nodes[0]));
    const { session, resumeToken } = call;
    call.socket.terminate();
    const [wrong] = nodes.filter((node) => node !== ownerOf(nodes, session));
    const answer = await ask(wrong ?? nodes[0], 'GET', `/${session.session_id}/media`);
    const address = answer.headers.get('location') ?? '';
    expect([answer.status, address]).toEqual([307, session.transport.url.replace('ws:', 'http:')]);
    const asked = address.replace(new URL(address).origin, (wrong ?? nodes[0]).url);
    const again = new WebSocket(asked, [PROTOCOL, TOKEN_PREFIX + resumeToken], { followRedirects: true });
    const resumed = messageContaining(again, 'session.resumed');
    await once(again, 'open');
    again.send(JSON.stringify({ type: 'session.resume', last_seq: 0 }));
    await resumed;
    again.terminate();
    await endAll(nodes, [session]);
  });

  it('spread 60 starts that are sent to one of them evenly', async () => {
    const sessions: StartSessionResponse[] = [];
    for (let n = 0; n < 60; n += 1) sessions.push(await start(cluster.nodes[0]));
    for (const count of countByNode(cluster.nodes, sessions)) expect(Math.abs(count - 20)).toBeLessThanOrEqual(1);
    await endAll(cluster.nodes, sessions);
  });

  it('are full, and none of them above its capacity, when 200 starts come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(cluster.nodes[0], 'POST')));
    const started = answers.filter(({ status }) => status === 201);
    const sessions = (await Promise.all(started.map((answer) => answer.json()))) as StartSessionResponse[];
    expect(Math.max(...countByNode(cluster.nodes, sessions))).toBeLessThanOrEqual(CAPACITY);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
    // A node that was late to answer for a slot is asked again after its next heartbeat.
    const fill = async (): Promise<readonly number[]> => {
      const answer = await ask(cluster.nodes[0], 'POST');
      if (answer.ok) sessions.push((await answer.json()) as StartSessionResponse);
      return countByNode(cluster.nodes, sessions);
    };
    await expect.poll(fill, { timeout: FILLED_MS }).toEqual([CAPACITY, CAPACITY, CAPACITY]);
    await endAll(cluster.nodes, sessions);
  });

  it('go on with their calls, and with further ones, while the engine is away and when it is back', async () => {
    const { nodes, engine: server } = cluster;
    const calls = await Promise.all([...nodes, ...nodes].map(async (node) => joinCall(await start(node))));
    const closed: number[] = [];
    for (const { socket } of calls) socket.once('close', (code) => closed.push(code));
    await server.stop();
    for (const node of nodes) calls.push(await joinCall(await start(node)));
    for (const call of calls) await call.say('one');
    for (const node of nodes) await untilMetric(node, 'antiphon_directory_connected 0');
    await server.start();
    for (const call of calls) await call.say('two');
    for (const node of nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
    for (const node of nodes) await untilMetric(node, `antiphon_directory_load ${calls.length}`);
    for (const { session } of calls)
      for (const node of nodes) expect((await ask(node, 'GET', `/${session.session_id}`)).status).toBe(200);
    expect(closed).toEqual([]);
    for (const { socket } of calls) socket.terminate();
    await endAll(
      nodes,
      calls.map(({ session }) => session),
    );
  });

  it('know within 3 s that one of them was killed, and start nothing there', async () => {
    const [a, b, c] = cluster.nodes;
    const sessions: StartSessionResponse[] = [];
    for (let n = 0; n < 6; n += 1) sessions.push(await start(a));
    const [lost] = sessions.filter((session) => ownerOf(cluster.nodes, session) === c);
    const lag = watchLag();
    const killed = performance.now();
    await kill(c);
    const later = await start(a);
    await Promise.all([a, b].map((node) => untilMetric(node, 'antiphon_directory_nodes{state="serving"} 2')));
    expect(performance.now() - killed).toBeLessThan(DETECTED_MS + lag());
    for (let n = 0; n < 6; n += 1) expect(ownerOf(cluster.nodes, await start(b))).not.toBe(c);
    expect(ownerOf(cluster.nodes, later)).not.toBe(c);
    expect((await ask(a, 'GET', `/${lost?.session_id}`)).status).toBe(404);
  });
}
