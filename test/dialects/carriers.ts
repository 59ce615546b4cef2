import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asyncScheduler } from 'rxjs';
import { WebSocket } from 'ws';
import type { PeerFormat, PeerMessage } from '../../src/core/mediaAdapter.ts';
import { decodeMulaw } from '../../src/wire/audio/g711.ts';
import type { CarrierDouble } from '../server/adapters/telephone/carrierDouble.ts';
import { DOUBLES } from '../server/adapters/telephone/doubles.ts';
import { createCarrierTelephone } from '../server/adapters/telephone/carrierTelephone.ts';
import { bodyOf, nowS, socketUrlIn, WEBHOOKS, type Webhook } from '../server/adapters/telephone/carrierWebhooks.ts';
import type { Opening } from './attacks/attack.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';
import { TWILIO_HOST as HOST } from './twilio.ts';

const PASSWORD = 'a-secret-of-the-server';
export const EXOTEL_PATH = '/v1/exotel/media?sample-rate=16000';

/** How the carriers hold a conversation, by the name of the carrier. */
export const CARRIER_DIALECTS: Readonly<Record<string, Dialect>> = {
  ...Object.fromEntries(
    Object.keys(WEBHOOKS).map((name) => [name, createDialect(DOUBLES[name] as CarrierDouble, byWebhook(name))]),
  ),
  exotel: createDialect(DOUBLES['exotel'] as CarrierDouble, {
    options: { exotel: { password: PASSWORD } },
    open: async (url) => new WebSocket(`${url.replace('http', 'ws')}${EXOTEL_PATH}`, openingOfExotel()),
  }),
};

/** How a carrier calls. */
interface Caller {
  readonly options: NonNullable<Dialect['options']>;
  open(url: string): Promise<WebSocket>;
}

/** What Exotel makes of the password in its address. */
export function openingOfExotel(password: string = PASSWORD): Opening {
  const authorization = `Basic ${Buffer.from(`exotel:${password}`).toString('base64')}`;
  return { headers: { authorization } };
}

function byWebhook(protocol: string): Caller {
  return {
    options: {
      public_url: `https://${HOST}`,
      authenticate: () => ({ name: 'anyone', scopes: ['sessions:start'] }),
      ...WEBHOOKS[protocol]?.options,
    },
    open: async (url) => {
      const { path } = await dialCarrier(url, protocol);
      return new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { host: HOST } });
    },
  };
}

function createDialect({ adapter, createPeer }: CarrierDouble, { options, open }: Caller): Dialect {
  const [format] = adapter.capabilities.audio.input;
  const sampleRate = format?.sample_rate ?? 8000;
  return {
    options,
    connect: async (url, { toneHz, hear } = {}) => {
      const socket = await open(url);
      const send = (messages: readonly PeerMessage[]): void => {
        if (socket.readyState === socket.OPEN) for (const message of messages) socket.send(message);
      };
      const peer = createPeer();
      const phone = createCarrierTelephone({ scheduler: asyncScheduler, peer, sampleRate, send });
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        const message = isBinary ? data : data.toString();
        hear?.(samplesIn(message, format?.encoding), sampleRate);
        phone.take(message);
      });
      await once(socket, 'open');
      send(peer.begin());
      const microphone = createMicrophone(sampleRate, (samples) => send(peer.speak(samples)), { toneHz });
      return {
        ...microphone,
        playedMs: phone.playedMs,
        ended: once(socket, 'close'),
        close: () => {
          microphone.stop();
          socket.terminate();
        },
      };
    },
  };
}

function samplesIn(message: PeerMessage, encoding: PeerFormat['encoding'] | undefined): Int16Array {
  if (typeof message !== 'string') return new Int16Array(new Uint8Array(message).buffer);
  const { media } = JSON.parse(message);
  if (media === undefined) return new Int16Array(0);
  const bytes = Buffer.from(media.payload, 'base64');
  return encoding === 'pcm_s16le' ? new Int16Array(new Uint8Array(bytes).buffer) : decodeMulaw(bytes);
}

/** A carrier's request for a call. `signed`: what its signature is for, if not the body. `path`: of the WebSocket in the answer. */
export async function dialCarrier(
  url: string,
  protocol: string,
  signed?: string,
): Promise<{ readonly status: number; readonly path: string }> {
  const webhook = WEBHOOKS[protocol] as Webhook;
  const route = `/v1/${protocol}/voice`;
  const call = bodyOf(webhook.body, randomUUID());
  const headers = await webhook.sign(signed ?? call, `https://${HOST}${route}`, nowS());
  const sent = request(url + route, { method: 'POST', headers: { host: HOST, ...headers } }).end(call);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  const status = response.statusCode ?? 0;
  return { status, path: status === 200 ? new URL(socketUrlIn(webhook, body)).pathname : '' };
}
