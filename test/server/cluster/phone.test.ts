import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sign } from '../../../src/server/adapters/twilio/signature.ts';
import { openSocket } from '../support.ts';
import { startNode, testDirectory, type TestDirectory, type TestNode } from './support.ts';

const AUTH_TOKEN = 'the auth token of the account';
const PUBLIC = 'https://voice.example.com';
const OPTIONS = { public_url: PUBLIC, twilio: { auth_token: AUTH_TOKEN }, max_sessions: 3 };
const NO_FIELDS = new URLSearchParams();

let calls = 0;

/** A call of Twilio's, as it asks one of the nodes. */
async function ring(
  { url }: TestNode,
  signature?: string,
  call = `CA${(calls += 1)}`,
): Promise<{ readonly status: number; readonly text: string }> {
  const form = new URLSearchParams({ CallSid: call, AccountSid: 'AC1', From: '+4930', To: '+4940' });
  const signed = signature ?? sign(AUTH_TOKEN, `${PUBLIC}/v1/twilio/voice`, form);
  const headers = { 'x-twilio-signature': signed };
  const response = await fetch(new URL('/v1/twilio/voice', url), { method: 'POST', headers, body: form });
  return { status: response.status, text: await response.text() };
}

async function startNodes(): Promise<{ readonly known: TestDirectory; readonly a: TestNode; readonly b: TestNode }> {
  const known = testDirectory();
  return { known, a: await startNode(known, 'a', OPTIONS), b: await startNode(known, 'b', OPTIONS) };
}

describe('a telephone call whose carrier asks one of several nodes', () => {
  it('is connected with the node that has the most room', async () => {
    const { known, a, b } = await startNodes();
    const addresses: string[] = [];
    for (let n = 0; n < 4; n += 1) addresses.push(/Stream url="(?<url>[^"]+)"/u.exec((await ring(a)).text)?.[1] ?? '');
    expect(addresses.map((address) => new URL(address).host).toSorted()).toEqual(
      [a, a, b, b].map(({ url }) => url.host).toSorted(),
    );
    expect(known.loads()).toEqual({ a: 2, b: 2 });
    const there = addresses.find((address) => new URL(address).host === b.url.host) ?? '';
    const client = openSocket(there, {
      protocols: [],
      headers: { 'x-twilio-signature': sign(AUTH_TOKEN, there, NO_FIELDS) },
    });
    await once(client, 'open');
  });

  it('has one session over all nodes, whichever of them are asked for it, at once too', async () => {
    const { known, a, b } = await startNodes();
    const answers = await Promise.all([a, b, a, b].map(async (node) => (await ring(node, undefined, 'CA')).text));
    expect(new Set(answers).size).toBe(1);
    expect((await ring(b, undefined, 'CA')).text).toBe(answers[0]);
    expect(Object.values(known.loads()).reduce((sum, load) => sum + load, 0)).toBe(1);
  });

  it('is busy when no node has room', async () => {
    const { a } = await startNodes();
    const answers: string[] = [];
    for (let n = 0; n < 7; n += 1) answers.push((await ring(a)).text);
    expect(answers.map((text) => text.includes('<Reject reason="busy"/>'))).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('is refused where it is not signed', async () => {
    const { known, a } = await startNodes();
    expect((await ring(a, 'none')).status).toBe(401);
    expect(known.loads()).toEqual({ a: 0, b: 0 });
  });
});
