import { once } from 'node:events';
import { firstValueFrom, ReplaySubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { Caller } from '../../../src/server/callers/caller.ts';
import { drain } from '../../../src/server/life/drains.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { agentWith, config, messageContaining, offerOf, openSocket, readRefusal } from '../support.ts';
import { startNode, testDirectory, type TestDirectory, type TestNode } from './support.ts';

interface Cluster {
  readonly known: TestDirectory;
  readonly nodes: readonly [TestNode, TestNode, TestNode];
}

async function startCluster(options: Partial<AntiphonOptions> = {}): Promise<Cluster> {
  const known = testDirectory();
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((id) => startNode(known, id, options)));
  if (a === undefined || b === undefined || c === undefined) throw new Error('no node');
  return { known, nodes: [a, b, c] };
}

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ url }: Pick<TestNode, 'url'>, path: string, { method = 'POST', body, headers = {} }: Sent = {}) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...headers, ...type },
    redirect: 'manual',
    ...json,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
}

async function start(node: TestNode, sent: Sent = {}): Promise<StartSessionResponse> {
  const { status, json } = await send(node, '/v1/sessions', sent);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json as StartSessionResponse;
}

/** The node that the address of a session names. */
function ownerOf({ nodes }: Cluster, { transport }: StartSessionResponse): TestNode {
  const owner = nodes.find(({ url }) => url.host === new URL(transport.url).host);
  if (owner === undefined) throw new Error(transport.url);
  return owner;
}

/** A session that was started at the first node, and is on another one. */
async function startElsewhere(
  cluster: Cluster,
): Promise<{ readonly session: StartSessionResponse; readonly owner: TestNode }> {
  for (;;) {
    const session = await start(cluster.nodes[0]);
    const owner = ownerOf(cluster, session);
    if (owner !== cluster.nodes[0]) return { session, owner };
  }
}

describe('a start that is sent to one of several nodes', () => {
  it('goes to the node with the most room: 60 of them spread evenly', async () => {
    const { known, nodes } = await startCluster({ max_sessions: 40 });
    for (let n = 0; n < 60; n += 1) await start(nodes[0]);
    expect(known.loads()).toEqual({ a: 20, b: 20, c: 20 });
  });

  it('is not above any capacity when 200 come at once, and uses all of them', async () => {
    const { known, nodes } = await startCluster({ max_sessions: 20 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(nodes[0], '/v1/sessions')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.code))).toEqual(
      new Set(['at_capacity']),
    );
    expect(known.loads()).toEqual({ a: 20, b: 20, c: 20 });
  });

  it('names the node in its address, where its client gets in, once', async () => {
    const { session, owner } = await startElsewhere(await startCluster());
    expect(session.transport.url).toBe(`ws://${owner.url.host}/v1/sessions/${session.session_id}/media`);
    const client = openSocket(session.transport.url, offerOf(session));
    await messageContaining(client, 'session.started');
    const { problem } = await readRefusal(openSocket(session.transport.url, offerOf(session)));
    expect(problem.code).toBe('token_used');
  });

  it('is known to the node by its caller, its body and its configuration', async () => {
    const received: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        received.push(custom_data);
        return config;
      },
    });
    const scopes = ['sessions:start'] as const;
    const authenticate = ({ headers: { cookie } }: { headers: { cookie?: string | undefined } }): Caller | undefined =>
      cookie === undefined ? undefined : { name: cookie, scopes };
    const cluster = await startCluster({ agent, authenticate });
    const names = ['ä', 'b', 'c'];
    for (const name of names)
      await start(cluster.nodes[0], { body: { custom_data: { name } }, headers: { cookie: 'shop' } });
    expect(received).toEqual(names.map((name) => ({ name })));
    expect(cluster.known.loads()).toEqual({ a: 1, b: 1, c: 1 });
    expect((await send(cluster.nodes[0], '/v1/sessions')).json.code).toBe('unauthorized');
  });

  it('is refused with the error of the node that it went to', async () => {
    const agent = agentWith({ configure_session: () => Promise.reject(new Error('no')) });
    const { known, nodes } = await startCluster({ agent });
    const answers = [await send(nodes[0], '/v1/sessions'), await send(nodes[1], '/v1/sessions')];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [502, 'handler_failed'],
      [502, 'handler_failed'],
    ]);
    expect(known.loads()).toEqual({ a: 0, b: 0, c: 0 });
  });

  it('goes to another one when the node drains, or does not answer', async () => {
    const cluster = await startCluster();
    const [a, b, c] = cluster.nodes;
    void drain(a.app);
    b.app.server.close();
    b.app.server.closeAllConnections();
    for (let n = 0; n < 3; n += 1) expect(ownerOf(cluster, await start(a))).toBe(c);
  });

  it('is served by the node itself while the directory is away', async () => {
    const { known, nodes } = await startCluster();
    known.setAway(true);
    await known.untilHealth('c', 'degraded');
    for (let n = 0; n < 3; n += 1) expect(new URL((await start(nodes[2])).transport.url).host).toBe(nodes[2].url.host);
  });

  it('starts one session for each key, whichever nodes are asked', async () => {
    const { known, nodes } = await startCluster();
    const headers = { 'idempotency-key': 'order-1' };
    const together = await Promise.all([...nodes, ...nodes].map((node) => start(node, { headers })));
    const later = await start(nodes[1], { headers });
    expect(new Set([...together, later].map(({ session_id }) => session_id)).size).toBe(1);
    expect(Object.values(known.loads()).toSorted((x, y) => x - y)).toEqual([0, 0, 1]);
    const other = await send(nodes[2], '/v1/sessions', { headers, body: { max_duration: 9 } });
    expect(other.json.code).toBe('idempotency_key_reused');
  });

  it('with a key is refused while the directory does not answer: no two nodes start one each', async () => {
    const { known, nodes } = await startCluster();
    const headers = { 'idempotency-key': 'order-1' };
    known.setAway(true);
    await Promise.all(nodes.map(({ id }) => known.untilHealth(id, 'degraded')));
    const refused = await Promise.all(nodes.map((node) => send(node, '/v1/sessions', { headers })));
    expect(refused.map(({ json }) => json.code)).toEqual(Array(3).fill('directory_unavailable'));
    known.setAway(false);
    await Promise.all(nodes.map(({ id }) => known.untilHealth(id, 'connected')));
    const started = await Promise.all(nodes.map((node) => start(node, { headers })));
    expect(new Set(started.map(({ session_id }) => session_id)).size).toBe(1);
  });

  it.each([
    ['gets that of the other node if its own was cut off while it configured it', true],
    ['is refused if its node is still cut off when it has configured it', false],
  ])('with a key %s: there is one session', async (_, isBack) => {
    const known = testDirectory();
    const headers = { 'idempotency-key': 'order-1' };
    const [begun, configured] = [new ReplaySubject<void>(1), new ReplaySubject<void>(1)];
    const slow = agentWith({ configure_session: async () => (begun.next(), await firstValueFrom(configured), config) });
    const a = await startNode(known, 'a', { agent: slow });
    const late = send(a, '/v1/sessions', { headers });
    await firstValueFrom(begun);
    known.die('a');
    await known.untilHealth('a', 'degraded');
    const c = await startNode(known, 'c');
    const other = await start(c, { headers });
    if (isBack) {
      known.revive('a');
      await known.untilHealth('a', 'connected');
    }
    configured.next();
    const { status, json } = await late;
    expect([status, json.session_id ?? json.code]).toEqual(
      isBack ? [201, other.session_id] : [503, 'directory_unavailable'],
    );
    const live = await Promise.all([a, c].map(async ({ app }) => (await app.inject('/metrics')).body));
    expect(live.map((body) => /^antiphon_sessions\{state="created"\} (\d+)$/mu.exec(body)?.[1])).toEqual(['0', '1']);
  });

  it('is not passed on by a node that it was passed on to', async () => {
    const known = testDirectory();
    const a = await startNode(known, 'a', { max_sessions: 50 });
    const b = await startNode(known, 'b', { max_sessions: 1 });
    await start(b);
    for (let n = 0; n < 60; n += 1) await send(a, '/v1/sessions');
    const { body } = await b.app.inject('/metrics');
    expect(known.loads()).toEqual({ a: 50, b: 1 });
    expect(body).toContain('antiphon_session_starts_total{result="started"} 1');
  });
});

describe('a session of another node', () => {
  it('is shown, gets tokens and is ended by any node', async () => {
    const cluster = await startCluster();
    const { session, owner } = await startElsewhere(cluster);
    const path = `/v1/sessions/${session.session_id}`;
    const shown = await send(cluster.nodes[0], path, { method: 'GET' });
    expect([shown.status, shown.json.state, shown.json.transport.url]).toEqual([200, 'created', session.transport.url]);
    const renewed = await send(cluster.nodes[0], `${path}/token`);
    expect([renewed.status, renewed.json.transport.url]).toEqual([200, session.transport.url]);
    const client = openSocket(renewed.json.transport.url, offerOf(renewed.json));
    await once(client, 'open');
    expect((await send(cluster.nodes[0], path, { method: 'DELETE' })).status).toBe(204);
    await once(client, 'close');
    expect((await send(owner, path, { method: 'GET' })).json).toMatchObject({ state: 'ended', reason: 'ended_by_api' });
  });

  it('is that of its caller there, too', async () => {
    const authenticate = ({ headers: { cookie = 'one' } }: { headers: { cookie?: string | undefined } }): Caller => ({
      name: cookie,
      scopes: ['sessions:start'],
    });
    const cluster = await startCluster({ authenticate });
    const { session } = await startElsewhere(cluster);
    const path = `/v1/sessions/${session.session_id}`;
    const answers = await Promise.all(
      ['one', 'other'].map((cookie) => send(cluster.nodes[0], path, { method: 'GET', headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });

  it('is nobody else to ask for if no node has it', async () => {
    const { nodes } = await startCluster();
    const { status, json } = await send(nodes[0], '/v1/sessions/ses_nobody', { method: 'GET' });
    expect([status, json.code]).toEqual([404, 'session_not_found']);
  });

  it('is not known while the directory is away', async () => {
    const cluster = await startCluster();
    const { session } = await startElsewhere(cluster);
    cluster.known.setAway(true);
    await cluster.known.untilHealth('a', 'degraded');
    const { status, json } = await send(cluster.nodes[0], `/v1/sessions/${session.session_id}`, { method: 'GET' });
    expect([status, json.code]).toEqual([503, 'directory_unavailable']);
  });

  it('cannot be reached when its node does not answer', async () => {
    const cluster = await startCluster();
    const { session, owner } = await startElsewhere(cluster);
    owner.app.server.close();
    owner.app.server.closeAllConnections();
    const { status, json } = await send(cluster.nodes[0], `/v1/sessions/${session.session_id}`, { method: 'GET' });
    expect([status, json.code]).toEqual([503, 'node_unavailable']);
  });

  it('sends its client, who has come to the wrong node, to the right one', async () => {
    const cluster = await startCluster();
    const { session } = await startElsewhere(cluster);
    const wrong = `ws://${cluster.nodes[0].url.host}/v1/sessions/${session.session_id}/media`;
    const { status, problem } = await readRefusal(openSocket(wrong, offerOf(session)));
    expect([status, problem.code]).toEqual([307, 'session_elsewhere']);
    const asked = await send(cluster.nodes[0], `/v1/sessions/${session.session_id}/media`, { method: 'GET' });
    expect(asked.headers.get('location')).toBe(session.transport.url.replace('ws:', 'http:'));
    expect(asked.headers.get('location')).not.toContain(session.transport.token);
  });

  it('answers a page of another origin that a node has redirected, and no other request of its origin', async () => {
    const cluster = await startCluster();
    const { session, owner } = await startElsewhere(cluster);
    const path = `/v1/sessions/${session.session_id}`;
    // What browsers make of the origin of a page behind a redirection to a third one.
    const headers = { origin: 'null' };
    const asked = await send(owner, `${path}/media`, { method: 'GET', headers });
    expect([asked.json.code, asked.headers.get('access-control-allow-origin')]).toEqual(['upgrade_required', '*']);
    expect((await send(owner, path, { method: 'GET', headers })).json.code).toBe('origin_not_allowed');
    const { problem } = await readRefusal(openSocket(session.transport.url, { ...offerOf(session), headers }));
    expect(problem.code).toBe('origin_not_allowed');
  });
});

describe('a request that says it comes from another node', () => {
  it('is refused without the signature of one', async () => {
    const { nodes } = await startCluster();
    const { status, json } = await send(nodes[0], '/v1/sessions', { headers: { 'antiphon-hop': 'none' } });
    expect([status, json.code]).toEqual([401, 'unauthorized']);
  });
});
