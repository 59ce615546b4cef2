import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { asyncScheduler } from 'rxjs';
import { WebSocket } from 'ws';
import { signJambonz } from '../../src/server/adapters/jambonz/jambonzSignature.ts';
import { createFakeJambonz } from '../server/adapters/jambonz/fakeJambonz.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';
import { TWILIO_HOST as HOST } from './twilio.ts';

const SECRET = 'wh_secret';
const SAMPLE_RATE = 16_000;

export const JAMBONZ_PROTOCOL = 'audio.jambonz.org';

export const jambonzDialect: Dialect = {
  options: {
    public_url: `https://${HOST}`,
    jambonz: { webhook_secret: SECRET },
    authenticate: () => ({ name: 'anyone', scopes: ['sessions:start'] }),
  },
  connect: async (url, { toneHz, hear } = {}) => {
    const { path } = await dialOverJambonz(url);
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, [JAMBONZ_PROTOCOL], {
      headers: { host: HOST },
    });
    const phone = createFakeJambonz({
      scheduler: asyncScheduler,
      send: (message) => socket.readyState === socket.OPEN && socket.send(message),
      hear: (samples) => hear?.(samples, SAMPLE_RATE),
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => phone.take(isBinary ? data : data.toString()));
    await once(socket, 'open');
    phone.begin();
    const microphone = createMicrophone(SAMPLE_RATE, phone.speak, { toneHz });
    return {
      ...microphone,
      playedMs: phone.playedMs,
      ended: once(socket, 'close'),
      close: () => {
        microphone.stop();
        phone.stop();
        socket.terminate();
      },
    };
  },
};

/** The webhook of jambonz for a call, signed with its secret, or another. `path`: of the socket that the answer names. */
export async function dialOverJambonz(
  url: string,
  secret: string = SECRET,
): Promise<{ readonly status: number; readonly path: string }> {
  const body = JSON.stringify({ call_sid: randomUUID(), direction: 'inbound', from: '+15550001', to: '+15550002' });
  const headers = {
    host: HOST,
    'content-type': 'application/json',
    'jambonz-signature': signJambonz(secret, body, Math.floor(Date.now() / 1000)),
  };
  const sent = request(`${url}/v1/jambonz/voice`, { method: 'POST', headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const path = /wss:\/\/[^/"]+(?<path>[^"]+)/u.exec(Buffer.concat(chunks).toString())?.groups?.['path'] ?? '';
  return { status: response.statusCode ?? 0, path };
}
