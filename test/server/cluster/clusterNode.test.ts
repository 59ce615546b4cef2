import { describe, expect, it } from 'vitest';
import { sum } from '../../../src/core/sum.ts';
import { drain } from '../../../src/server/life/drains.ts';
import { appWith, doubled, post, problemIn, startSession } from '../support.ts';
import { SECRET, startNode, testDirectory } from './support.ts';

describe('a server of a cluster', () => {
  it('is known to the others with its address and its capacity until it closes', async () => {
    const known = testDirectory();
    const { app, url } = await startNode(known, 'a', { max_sessions: 7 });
    const sealed = expect.stringMatching(new RegExp(`^${url.origin}#[\\w-]{43}$`, 'u'));
    expect(known.nodes()).toEqual([{ id: 'a', url: sealed, capacity: 7, load: 0, state: 'serving' }]);
    await app.close();
    expect(known.nodes()).toEqual([]);
  });

  it('publishes its load with every session that starts and ends', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a');
    const [one] = [await startSession(app), await startSession(app)];
    expect(known.loads()).toEqual({ a: 2 });
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${one.session_id}` });
    await known.untilKnown('a', ([node]) => node?.load === 1);
  });

  it('owns its sessions until they end', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a');
    const { session_id: id } = await startSession(app);
    expect(known.ownerOf(id)).toBe('a');
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${id}` });
    await known.untilKnown('a', ([node]) => node?.load === 0);
    expect(known.ownerOf(id)).toBeUndefined();
  });

  it('lets pages of a node come back that has died, and no others', async () => {
    const known = testDirectory();
    const [a, b] = [await startNode(known, 'a'), await startNode(known, 'b')];
    await known.untilKnown('b', (nodes) => nodes.length === 2);
    known.die('a');
    await known.untilKnown('b', (nodes) => nodes.length === 1);
    const ask = (origin: string) => b.app.inject({ method: 'POST', url: '/v1/sessions', headers: { origin } });
    expect((await ask(a.url.origin)).statusCode).toBe(201);
    expect((await ask('http://127.0.0.1:1')).statusCode).toBe(403);
  });

  it('takes no further starts when it drains', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a');
    await drain(app);
    expect(known.nodes()).toEqual([expect.objectContaining({ id: 'a', state: 'draining' })]);
  });

  it('is ready when the directory is away, says so, and is known again when that is back', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a');
    const { session_id: id } = await startSession(app);
    const readiness = async (): Promise<unknown> => (await app.inject('/readyz')).json();
    expect(await readiness()).toEqual({ ready: true, directory: 'connected' });
    known.setAway(true);
    await known.untilHealth('a', 'degraded');
    expect(await readiness()).toEqual({ ready: true, directory: 'degraded' });
    const { session_id: other } = await startSession(app);
    known.setAway(false);
    await known.untilHealth('a', 'connected');
    expect(await readiness()).toEqual({ ready: true, directory: 'connected' });
    expect([known.loads(), known.ownerOf(id), known.ownerOf(other)]).toEqual([{ a: 2 }, 'a', 'a']);
  });

  it('is ready although it is full as long as another one has room', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a', { max_sessions: 1 });
    known.setAway(true);
    await known.untilHealth('a', 'degraded');
    await startSession(app);
    expect(problemIn(await app.inject('/readyz')).code).toBe('at_capacity');
    known.setAway(false);
    await startNode(known, 'b');
    await known.untilKnown('a', ({ length }) => length === 2);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  it('counts the sessions of a caller over all nodes', async () => {
    const known = testDirectory();
    const authenticate = () => ({ name: 'shop', scopes: ['sessions:start'], max_sessions: 2 }) as const;
    const nodes = [await startNode(known, 'a', { authenticate }), await startNode(known, 'b', { authenticate })];
    const answers = await Promise.all([...nodes, ...nodes, ...nodes].map(({ app }) => post(app)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)).toEqual([
      201, 201, 429, 429, 429, 429,
    ]);
  });

  it('shows in its metrics what it knows of the others', async () => {
    const known = testDirectory();
    const { app } = await startNode(known, 'a', { max_sessions: 3 });
    const b = await startNode(known, 'b', { max_sessions: 4 });
    await startSession(app);
    void drain((await startNode(known, 'c')).app);
    await startSession(b.app);
    await known.untilKnown('a', (nodes) => sum(nodes.map(({ load }) => load)) === 2 && nodes[2]?.state === 'draining');
    const { body } = await app.inject('/metrics');
    expect(body.match(/^antiphon_directory_.*$/gmu)).toEqual([
      'antiphon_directory_connected 1',
      'antiphon_directory_nodes{state="serving"} 2',
      'antiphon_directory_nodes{state="draining"} 1',
      'antiphon_directory_capacity 7',
      'antiphon_directory_load 2',
    ]);
  });
});

describe('the option cluster', () => {
  const { directory } = testDirectory();
  const cluster = { directory, url: 'https://node-1.example.com', secrets: [SECRET] };

  it.each([
    [{ cluster: { ...cluster, directory: 'redis' } }, 'cluster.directory: expected a session directory, got string'],
    [{ cluster: { ...cluster, url: undefined } }, 'cluster.url: expected the address of this node, got undefined'],
    [{ cluster: { ...cluster, url: 'node-1' } }, 'cluster.url: expected an address such as'],
    [{ cluster: { ...cluster, secrets: undefined } }, 'cluster.secrets: expected one or two secrets, got undefined'],
    [{ cluster: { ...cluster, secrets: ['short'] } }, 'cluster.secrets[0]: expected at least 32 bytes, got 5 bytes'],
    [
      { cluster, node_id: 'node 1' },
      'node_id: expected up to 64 letters, digits, - and _ for a node, got 6 characters',
    ],
  ])('names the field that is wrong', async (options, message) => {
    await expect(appWith({ ...doubled(), ...(options as object) })).rejects.toThrow(message);
  });
});
