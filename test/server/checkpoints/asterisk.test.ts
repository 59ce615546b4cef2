import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { PLAIN_EVENTS } from '../adapters/asterisk/captured.ts';
import type { TestNode } from '../cluster/support.ts';
import { openSocket, readRefusal } from '../support.ts';
import { echo, startPair, untilMessages, untilMetric, type Pair } from './taken.ts';

/** Of RFC 6455. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const PASSWORD = 'a-secret-of-the-server';
const ASTERISK = { asterisk: { password: PASSWORD } };

function open({ url }: TestNode, call = 'call-1', from = '100', password = PASSWORD): WebSocket {
  const query = new URLSearchParams({ call_id: call, from });
  const authorization = `Basic ${Buffer.from(`asterisk:${password}`).toString('base64')}`;
  return openSocket(`ws://${url.host}/v1/asterisk/media?${query}`, {
    protocols: ['media'],
    headers: { authorization },
  });
}

/** Asterisk opens the WebSocket of a call. */
async function dial(node: TestNode, call?: string, from?: string): Promise<WebSocket> {
  const socket = open(node, call, from);
  await once(socket, 'open');
  socket.send(PLAIN_EVENTS.start);
  return socket;
}

function press(socket: WebSocket, keys: string): void {
  for (const key of keys) socket.send(PLAIN_EVENTS.digit.replace('digit:5', `digit:${key}`));
}

/** A call on node a that has had one turn, and its session. */
async function talk(pair: Pair): Promise<{ readonly socket: WebSocket; readonly session: string }> {
  const socket = await dial(pair.a);
  const [session = ''] = pair.known.sessionsOf('a');
  press(socket, '7#');
  await untilMessages(pair.store, session, 2);
  return { socket, session };
}

describe('a call of an Asterisk that names it', () => {
  it('goes on at another node when its own has died', async () => {
    const pair = await startPair(ASTERISK);
    const { socket, session } = await talk(pair);
    pair.known.die('a');
    socket.terminate();
    const back = await dial(pair.b);
    expect(pair.known.ownerOf(session)).toBe('b');
    press(back, '8#');
    await untilMessages(pair.store, session, 4);
  });

  it('is refused as long as its node is not known to be dead', async () => {
    const pair = await startPair(ASTERISK);
    const { socket } = await talk(pair);
    pair.a.app.server.close();
    pair.a.app.server.closeAllConnections();
    socket.terminate();
    const { problem } = await readRefusal(open(pair.b));
    expect(problem.code).toBe('node_unavailable');
  });

  it.each(['a', 'b'] as const)('goes on when only its WebSocket is lost, over node %s', async (asked) => {
    const pair = await startPair(ASTERISK);
    const { socket, session } = await talk(pair);
    socket.terminate();
    const back = await dial(pair[asked]);
    press(back, '8#');
    await untilMessages(pair.store, session, 4);
    expect(pair.known.ownerOf(session)).toBe('a');
    back.close(1000);
    await untilMetric(pair.a, 'antiphon_session_ends_total{reason="ended_by_client"} 1');
  });

  it.each([
    ['no signature', () => []],
    ['the signature of the request', (hop: string) => [`antiphon-hop: ${hop}`]],
  ])('is refused when another server is at the address of its node, and answers with %s', async (_, signed) => {
    const pair = await startPair(ASTERISK);
    const { socket } = await talk(pair);
    pair.a.app.server.close();
    pair.a.app.server.closeAllConnections();
    socket.terminate();
    const intruder = createServer().on('upgrade', ({ headers }, client) => {
      const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${WEBSOCKET_GUID}`).digest('base64');
      const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
      const lines = [...upgrade, 'Sec-WebSocket-Protocol: media', ...signed(String(headers['antiphon-hop']))];
      client.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
    });
    await once(intruder.listen(Number(pair.a.url.port), '127.0.0.1'), 'listening');
    onTestFinished(() => void intruder.close());
    const { status, problem } = await readRefusal(open(pair.b));
    expect([status, problem.code]).toEqual([503, 'node_unavailable']);
  });

  it('is not told the signature of the node that has its WebSocket', async () => {
    const pair = await startPair(ASTERISK);
    (await talk(pair)).socket.terminate();
    const [{ headers }] = (await once(open(pair.b), 'upgrade')) as [IncomingMessage];
    expect(Object.keys(headers).toSorted()).toEqual([
      'connection',
      'sec-websocket-accept',
      'sec-websocket-protocol',
      'upgrade',
    ]);
  });

  it('is dialled again when the node goes away that has passed its WebSocket on', async () => {
    const pair = await startPair(ASTERISK);
    const { socket, session } = await talk(pair);
    socket.terminate();
    const over = await dial(pair.b);
    press(over, '8#');
    await untilMessages(pair.store, session, 4);
    const closed = once(over, 'close');
    await pair.b.app.close();
    expect((await closed)[0]).toBe(1006);
    press(await dial(pair.a), '9#');
    await untilMessages(pair.store, session, 6);
  });

  it('has one session when two nodes are asked at the same instant', async () => {
    const pair = await startPair(ASTERISK);
    const c = await pair.start('c');
    const { socket, session } = await talk(pair);
    pair.known.die('a');
    socket.terminate();
    const outcomes = await Promise.all(
      [pair.b, c].map(async (node) => {
        const back = open(node);
        return Promise.race([once(back, 'open').then(() => node.id), once(back, 'unexpected-response').then(() => '')]);
      }),
    );
    expect(outcomes).toContain(pair.known.ownerOf(session));
    expect([pair.b, c].flatMap(({ id }) => pair.known.sessionsOf(id))).toEqual([session]);
  });

  it('is hung up at once when its session has ended', async () => {
    const pair = await startPair({ ...ASTERISK, agent: echo({ on_digits: ({ session }) => session.end() }) });
    const socket = await dial(pair.a);
    const closed = once(socket, 'close');
    press(socket, '7#');
    await closed;
    for (const node of [pair.a, pair.b]) expect((await once(await dial(node), 'close'))[0]).toBe(1000);
  });

  it('does not get the session of another call with the same name', async () => {
    const pair = await startPair(ASTERISK);
    const { socket, session } = await talk(pair);
    await dial(pair.a, 'call-1', '200');
    expect(pair.known.sessionsOf('a')).toHaveLength(2);
    press(socket, '8#');
    await untilMessages(pair.store, session, 4);
    pair.known.die('a');
    socket.terminate();
    await dial(pair.b, 'call-1', '200');
    expect(pair.known.sessionsOf('b')).not.toContain(session);
    expect((await readRefusal(open(pair.b, 'call-1', '100', 'another password'))).problem.code).toBe('unauthorized');
  });

  it.each(['a', 'b'] as const)('begins anew when it comes back too late, to node %s', async (asked) => {
    const pair = await startPair({ ...ASTERISK, resume_timeout: 0.2 });
    const { socket, session } = await talk(pair);
    socket.terminate();
    await untilMetric(pair.a, 'antiphon_session_ends_total{reason="disconnected"} 1');
    await dial(pair[asked]);
    expect(pair.known.sessionsOf(asked)).toHaveLength(1);
    expect(pair.known.sessionsOf(asked)).not.toContain(session);
  });
});
