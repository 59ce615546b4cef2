import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dial, mediaUrl, upgradeHeaders } from '../../../dialects/twilio.ts';
import { agentWith, appWith, listening, openSocket } from '../../support.ts';
import { createTwilioActions } from '../../../../src/server/adapters/twilio/twilioActions.ts';

interface Carrier {
  readonly url: string;
  readonly requests: { readonly path: string; readonly authorization: string | undefined; readonly form: object }[];
}

/** The REST API of a carrier, which answers with this status. */
async function carrier(status: number | 'never' = 200): Promise<Carrier> {
  const requests: Carrier['requests'] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    requests.push({ path: `${request.method} ${request.url}`, authorization: request.headers.authorization, form });
  };
  const server = createServer((request, response) => {
    void take(request).then(() => status !== 'never' && response.writeHead(status).end('{}'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const { signal } = new AbortController();
const dialSettings = { action: 'https://voice.example.com/v1/twilio/transferred', timeoutS: 20, callerId: '+15550009' };
const actionsAt = (apiUrl: string) =>
  createTwilioActions({ apiUrl, accountSid: 'AC1', callSid: 'CA1', authToken: 'secret', dialSettings });
const dialled = (inner: string): object => ({
  Twiml:
    '<?xml version="1.0" encoding="UTF-8"?><Response><Dial action="https://voice.example.com/v1/twilio/transferred" ' +
    `method="POST" timeout="20" callerId="+15550009">${inner}</Dial></Response>`,
});

describe('a call over Twilio', () => {
  it('is hung up with the credentials of its account', async () => {
    const { url, requests } = await carrier();
    await actionsAt(url).hangUp?.(signal);
    expect(requests).toEqual([
      {
        path: 'POST /2010-04-01/Accounts/AC1/Calls/CA1.json',
        authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
        form: { Status: 'completed' },
      },
    ]);
  });

  it.each([
    ['+15550003', '<Number>+15550003</Number>'],
    ['sip:manager@example.com', '<Sip>sip:manager@example.com</Sip>'],
    ['<Play>&', '<Number>&lt;Play>&amp;</Number>'],
  ])('is transferred to %s', async (target, inner) => {
    const { url, requests } = await carrier();
    await actionsAt(url).transfer?.(target, signal);
    expect(requests[0]?.form).toEqual(dialled(inner));
  });

  it.each([301, 401, 404, 500])('goes on if the carrier answers %i, and no error has the key', async (status) => {
    const { url } = await carrier(status);
    const error = await Promise.resolve(actionsAt(url).hangUp?.(signal)).catch(String);
    expect(error).toMatch(status === 301 ? /fetch failed/u : `the carrier has answered ${status}`);
    expect(error).not.toContain('secret');
  });

  it('waits no longer than it is waited for', async () => {
    const { url } = await carrier('never');
    const controller = new AbortController();
    const work = Promise.resolve(actionsAt(url).hangUp?.(controller.signal));
    controller.abort();
    await expect(work).rejects.toThrow(/aborted/u);
  });

  it('is hung up by its agent', async () => {
    const { url, requests } = await carrier();
    const agent = agentWith({ on_digits: ({ session }) => void session.hangUp({ after: 'now' }) });
    const app = await appWith({
      agent,
      public_url: 'https://voice.example.com',
      twilio: { auth_token: 'secret', api_url: url },
    });
    const at = await listening(app);
    const answer = await dial(at.origin, { token: 'secret' });
    const socket = openSocket(mediaUrl(at.origin, answer), {
      protocols: [],
      headers: upgradeHeaders(answer, { token: 'secret' }),
    });
    await once(socket, 'open');
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
    socket.send(JSON.stringify({ event: 'start', streamSid: 'MZ1', start: { mediaFormat } }));
    for (const digit of ['1', '#']) socket.send(JSON.stringify({ event: 'dtmf', dtmf: { digit } }));
    const [code] = (await once(socket, 'close')) as [number];
    expect([code, requests.map(({ form }) => form)]).toEqual([1000, [{ Status: 'completed' }]]);
  });

  it('cannot send keys', () => {
    expect(actionsAt('http://127.0.0.1').sendDigits).toBeUndefined();
  });
});
