import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { dial, type Stream } from '../../../examples/phone/dial.ts';
import { sign } from '../../../src/server/adapters/twilio/signature.ts';

interface Answered {
  readonly dialled: Promise<Stream>;
  readonly url: string;
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

const publicUrl = 'https://voice.example.com/phone';
const authToken = '12345';

async function answer(status: number, body: string): Promise<Answered> {
  const requests: Answered['requests'] = [];
  const server = createServer((request, response) => {
    void text(request).then((received) => {
      requests.push({ headers: request.headers, body: received });
      response.writeHead(status).end(body);
    });
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { dialled: dial({ url, publicUrl, authToken }), url, requests };
}

test('the request is signed as the server checks it, and the stream is that of the answer', async () => {
  const stream = '<Response><Connect><Stream url="wss://voice.example.com/phone/v1/x"/></Connect></Response>';
  const { dialled, url, requests } = await answer(200, stream);
  expect(await dialled).toEqual({
    address: `${url.replace('http', 'ws')}/v1/x`,
    headers: {
      host: 'voice.example.com',
      'x-twilio-signature': sign(authToken, 'wss://voice.example.com/phone/v1/x', new URLSearchParams()),
    },
  });
  const [{ headers, body } = { headers: {}, body: '' }] = requests;
  const expected = sign(authToken, `${publicUrl}/v1/twilio/voice`, new URLSearchParams(body));
  expect(headers['x-twilio-signature']).toBe(expected);
});

test.each<[string, number, string, string]>([
  ['busy', 200, '<Response><Reject reason="busy"/></Response>', 'the line is busy'],
  ['refused', 401, 'no', 'the call was refused with 401: no'],
  ['not answered with a stream', 200, '<Response/>', 'expected TwiML with a stream, got <Response/>'],
])('a call that is %s says so', async (_what, status, body, message) => {
  await expect((await answer(status, body)).dialled).rejects.toThrow(message);
});
