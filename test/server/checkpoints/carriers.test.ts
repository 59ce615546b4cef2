import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { authenticate, openSocket } from '../support.ts';
import { askAs, CARRIER_LINES, type CarrierLine } from './carrierLines.ts';
import { startPair, untilMessages, untilMetric, type Pair } from './taken.ts';

const PUBLIC = 'https://voice.example.com';

/** The address of the WebSocket in an answer, and the session that it leads back to. */
function readAnswer(answer: string): { readonly stream: string; readonly session: string } {
  const [stream = ''] = /wss?:[^"<]+\/media\/ek_[^"<]+/u.exec(answer) ?? [];
  const [, session = ''] = /session=(ses_[\w-]+)/u.exec(answer) ?? [];
  return { stream, session };
}

/** The carrier opens the WebSocket of an answer, and its caller presses keys. */
async function callWith(line: CarrierLine, answer: string, keys: string): Promise<WebSocket> {
  const socket = openSocket(readAnswer(answer).stream, { protocols: [] });
  await once(socket, 'open');
  const peer = line.createPeer();
  const send = (messages: readonly (string | Uint8Array)[]): void =>
    messages.forEach((message) => socket.send(message));
  send(peer.begin());
  for (const key of keys) send(peer.press(key));
  return socket;
}

/** Two nodes, and the answer of node a to a call. A call has one answer: the nodes are others until it is that. */
async function dialled(name: string, line: CarrierLine): Promise<{ readonly pair: Pair; readonly answer: string }> {
  for (;;) {
    const pair = await startPair({ public_url: PUBLIC, authenticate, ...line.options });
    const answer = await askAs(line, pair.a, `${PUBLIC}/v1/${name}/voice`, line.body);
    if (new URL(readAnswer(answer).stream).host === pair.a.url.host) return { pair, answer };
  }
}

describe.each(Object.entries(CARRIER_LINES))('a call over %s whose node dies', (name, line) => {
  const { body, returnBody = body, connected, asksAgain, hangUp } = line;

  it('goes on at another node, and ends with its session', async () => {
    const { pair, answer } = await dialled(name, line);
    const { stream, session } = readAnswer(answer);
    const returnUrl = `${PUBLIC}/v1/${name}/return?session=${session}`;
    expect(answer).toBe(connected(stream, returnUrl));
    const before = await callWith(line, answer, '7#');
    await untilMessages(pair.store, session, 2);
    pair.known.die('a');
    before.terminate();
    const again = await askAs(line, pair.b, returnUrl, returnBody);
    expect(again).toBe(connected(readAnswer(again).stream, returnUrl));
    expect(new URL(readAnswer(again).stream).host).toBe(pair.b.url.host);
    const after = await callWith(line, again, '8#');
    await untilMessages(pair.store, session, 4);
    after.close(1000);
    await untilMetric(pair.b, 'antiphon_session_ends_total{reason="ended_by_client"} 1');
    expect(await askAs(line, pair.b, returnUrl, returnBody)).toBe(hangUp);
  });

  it('makes the carrier ask again as long as its node is not known to be dead', async () => {
    const { pair, answer } = await dialled(name, line);
    const { session } = readAnswer(answer);
    pair.a.app.server.close();
    pair.a.app.server.closeAllConnections();
    const returnUrl = `${PUBLIC}/v1/${name}/return?session=${session}`;
    const again = `${returnUrl}&attempt=1`;
    expect(await askAs(line, pair.b, returnUrl, returnBody)).toBe(asksAgain(again));
  });
});

describe('an event of Vonage that is no end of a WebSocket', () => {
  it('changes nothing', async () => {
    const line = CARRIER_LINES['vonage'] as CarrierLine;
    const { pair, answer } = await dialled('vonage', line);
    const { session } = readAnswer(answer);
    const body = JSON.stringify({ conversation_uuid: 'CON-bbbb', status: 'answered' });
    expect(await askAs(line, pair.a, `${PUBLIC}/v1/vonage/return?session=${session}`, body)).toBe('');
    await callWith(line, answer, '7#');
    await untilMessages(pair.store, session, 2);
  });
});
