import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { asyncScheduler } from 'rxjs';
import { WebSocket } from 'ws';
import { sign } from '../../src/server/adapters/twilio/signature.ts';
import { decodeMulaw, encodeMulaw } from '../../src/wire/audio/g711.ts';
import { createTelephone } from '../server/adapters/twilio/telephone.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';

export const AUTH_TOKEN = '12345';
export const TWILIO_HOST = 'voice.example.com';

export const twilioDialect: Dialect = {
  options: {
    public_url: `https://${TWILIO_HOST}`,
    authenticate: () => ({ name: 'anyone', scopes: ['sessions:start'] }),
    twilio: { auth_token: AUTH_TOKEN },
  },
  connect: async (url, { toneHz, hear } = {}) => {
    const answer = await dial(url);
    const socket = new WebSocket(mediaUrl(url, answer), { headers: upgradeHeaders(answer) });
    const telephone = createTelephone({
      scheduler: asyncScheduler,
      say: (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message)),
    });
    socket.on('message', (data: Buffer) => {
      const { media } = JSON.parse(data.toString());
      if (media !== undefined) hear?.(decodeMulaw(Buffer.from(media.payload, 'base64')), 8000);
      telephone.take(data.toString());
    });
    await once(socket, 'open');
    telephone.begin();
    let at = 0;
    const microphone = createMicrophone(
      8000,
      (samples) => {
        telephone.speak(Buffer.from(encodeMulaw(samples)).toString('base64'), at);
        at += 20;
      },
      { toneHz },
    );
    return {
      ...microphone,
      playedMs: telephone.playedMs,
      ended: once(socket, 'close'),
      close: () => {
        microphone.stop();
        socket.terminate();
      },
    };
  },
};

/** Twilio's request for a call, signed with its auth token, or another. */
export async function dial(
  url: string,
  { token = AUTH_TOKEN }: { readonly token?: string } = {},
): Promise<{ readonly status: number; readonly twiml: string }> {
  const form = new URLSearchParams({
    CallSid: `CA${randomUUID()}`,
    AccountSid: 'AC1',
    From: '+15550001',
    To: '+15550002',
  });
  const headers = {
    host: TWILIO_HOST,
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(token, `https://${TWILIO_HOST}/v1/twilio/voice`, form),
  };
  const sent = request(`${url}/v1/twilio/voice`, { method: 'POST', headers }).end(form.toString());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, twiml: Buffer.concat(chunks).toString() };
}

/** The address in the answer, at the server that listens. */
export function mediaUrl(url: string, answer: { readonly twiml: string }): string {
  return url.replace('http', 'ws') + streamUrl(answer).replace(`wss://${TWILIO_HOST}`, '');
}

/** What Twilio sends with the upgrade, signed with its auth token, or another. */
export function upgradeHeaders(
  answer: { readonly twiml: string },
  { token = AUTH_TOKEN }: { readonly token?: string } = {},
): Record<string, string> {
  const signature = sign(token, streamUrl(answer), new URLSearchParams());
  return { host: TWILIO_HOST, 'x-twilio-signature': signature };
}

function streamUrl({ twiml }: { readonly twiml: string }): string {
  return /<Stream url="(?<url>[^"]+)"/u.exec(twiml)?.groups?.['url'] ?? '';
}
