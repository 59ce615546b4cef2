import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { signJambonz } from '../../../src/server/adapters/jambonz/jambonzSignature.ts';
import { bodyOf, nowS, SECRET, socketUrlIn, WEBHOOKS, type Webhook } from '../adapters/telephone/carrierWebhooks.ts';
import { authenticate, openSocket, readRefusal, startSession } from '../support.ts';
import { createRtcDouble, OFFER } from '../webrtc/double.ts';
import { startNode, testDirectory, type TestNode } from './support.ts';

const PUBLIC = 'https://voice.example.com';

/** Where the same session would be on another node. */
function at({ url }: TestNode, address: string): string {
  return address.replace(new URL(address).host, url.host);
}

const JAMBONZ: Webhook = {
  options: { jambonz: { webhook_secret: SECRET } },
  body: '{"call_sid":"c1","direction":"inbound","from":"+15550001","to":"+15550002","sip_status":100,"account_sid":"a1"}',
  callId: 'c1',
  custom_data: {},
  answer: ['[{"verb":"listen","url":"', '","mixType"'],
  busy: 503,
  sign: (body, _url, atS) => ({
    'content-type': 'application/json',
    'jambonz-signature': signJambonz(SECRET, body, atS),
  }),
};

describe.each([...Object.entries(WEBHOOKS), ['jambonz', JAMBONZ] as const])(
  'calls of %s that come to one of two nodes',
  (name, webhook) => {
    it('are connected with the node that has the most room, and with no other', async () => {
      const known = testDirectory();
      const options = { public_url: PUBLIC, max_sessions: 2, ...webhook.options };
      const nodes = [await startNode(known, 'a', options), await startNode(known, 'b', options)] as const;
      const ring = (call: string): Promise<string> =>
        connect(nodes[0], name, { ...webhook, body: bodyOf(webhook.body, call) });
      const addresses = [await ring('1'), await ring('2'), await ring('3'), await ring('4')];
      expect(await Promise.all(['1', '2', '3', '4'].map(ring))).toEqual(addresses);
      expect(known.loads()).toEqual({ a: 2, b: 2 });
      for (const node of nodes)
        expect(addresses.filter((address) => new URL(address).host === node.url.host)).toHaveLength(2);
      const there = addresses.find((address) => new URL(address).host === nodes[1].url.host) ?? '';
      const { problem } = await readRefusal(openSocket(at(nodes[0], there), { protocols: [] }));
      expect(problem.code).toBe('token_invalid');
      await once(openSocket(there, { protocols: [] }), 'open');
    });
  },
);

describe('a client of RTVI that asks the service', () => {
  it('gets the address of the node that has answered, where its token is good', async () => {
    const known = testDirectory();
    const options = { public_url: PUBLIC, rtvi: {}, authenticate };
    const [a, b] = [await startNode(known, 'a', options), await startNode(known, 'b', options)];
    const response = await fetch(new URL('/v1/rtvi/connect', b.url), { method: 'POST' });
    const { ws_url, token } = (await response.json()) as { readonly ws_url: string; readonly token: string };
    expect(new URL(ws_url).host).toBe(b.url.host);
    const address = `${ws_url}?token=${encodeURIComponent(token)}`;
    expect((await readRefusal(openSocket(at(a, address), { protocols: [] }))).problem.code).toBe('token_invalid');
    await once(openSocket(address, { protocols: [] }), 'open');
  });
});

describe('an Asterisk that dials one of two nodes', () => {
  it('has its session there, which any node shows', async () => {
    const known = testDirectory();
    const options = { asterisk: { password: SECRET } };
    const [a, b] = [await startNode(known, 'a', options), await startNode(known, 'b', options)];
    const authorization = `Basic ${Buffer.from(`asterisk:${SECRET}`).toString('base64')}`;
    const line = openSocket(`ws://${b.url.host}/v1/asterisk/media`, {
      protocols: ['media'],
      headers: { authorization },
    });
    await once(line, 'open');
    expect(known.loads()).toEqual({ a: 0, b: 1 });
    const id = known.sessionsOf('b')[0] ?? '';
    const shown = await fetch(new URL(`/v1/sessions/${id}`, a.url));
    expect(await shown.json()).toMatchObject({ session_id: id, state: 'active' });
  });
});

describe('a session over WebRTC', () => {
  it('is negotiated with the node that its address names, and with no other', async () => {
    const known = testDirectory();
    const [a, b] = [
      await startNode(known, 'a', { webrtc: createRtcDouble().webrtc }),
      await startNode(known, 'b', { webrtc: createRtcDouble().webrtc }),
    ];
    const { session_id, transport } = await startSession(b.app);
    const offer = ({ url }: TestNode): Promise<Response> =>
      fetch(new URL(`/v1/sessions/${session_id}/webrtc`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/sdp', authorization: `Bearer ${transport.token}` },
        body: OFFER,
      });
    const owner = new URL(transport.url).host === a.url.host ? a : b;
    const [other] = [a, b].filter((node) => node !== owner);
    expect((await offer(other ?? a)).status).toBe(404);
    expect((await offer(owner)).status).toBe(201);
  });
});

async function connect({ url }: TestNode, name: string, webhook: Webhook): Promise<string> {
  const path = `/v1/${name}/voice`;
  const headers = await webhook.sign(webhook.body, PUBLIC + path, nowS());
  const response = await fetch(new URL(path, url), { method: 'POST', headers, body: webhook.body });
  const answer = await response.text();
  const [, end] = webhook.answer;
  return socketUrlIn(webhook, answer.slice(0, answer.indexOf(end) + end.length));
}
