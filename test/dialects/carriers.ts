import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asyncScheduler } from 'rxjs';
import { WebSocket } from 'ws';
import type { MediaAdapter, PeerMessage } from '../../src/core/mediaAdapter.ts';
import { decodeMulaw } from '../../src/wire/audio/g711.ts';
import { CARRIERS, type CarrierPeer } from '../server/adapters/telephone/carrierPeers.ts';
import { createCarrierTelephone } from '../server/adapters/telephone/carrierTelephone.ts';
import { nowS, socketUrlIn, WEBHOOKS, type Webhook } from '../server/adapters/telephone/carrierWebhooks.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';
import { TWILIO_HOST as HOST } from './twilio.ts';

export const telnyxDialect: Dialect = createDialect(CARRIERS['Telnyx']);
export const plivoDialect: Dialect = createDialect(CARRIERS['Plivo']);
export const vonageDialect: Dialect = createDialect(CARRIERS['Vonage']);

function createDialect(carrier: (typeof CARRIERS)[string] | undefined): Dialect {
  const { adapter, createPeer } = carrier as { readonly adapter: MediaAdapter; createPeer(): CarrierPeer };
  const sampleRate = adapter.capabilities.audio.input[0]?.sample_rate ?? 8000;
  return {
    options: {
      public_url: `https://${HOST}`,
      authenticate: () => ({ name: 'anyone', scopes: ['sessions:start'] }),
      ...WEBHOOKS[adapter.protocol]?.options,
    },
    connect: async (url, { toneHz, hear } = {}) => {
      const { path } = await dialCarrier(url, adapter.protocol);
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { host: HOST } });
      const send = (messages: readonly PeerMessage[]): void => {
        if (socket.readyState === socket.OPEN) for (const message of messages) socket.send(message);
      };
      const peer = createPeer();
      const phone = createCarrierTelephone({ scheduler: asyncScheduler, peer, sampleRate, send });
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        const message = isBinary ? data : data.toString();
        hear?.(samplesIn(message), sampleRate);
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

function samplesIn(message: PeerMessage): Int16Array {
  if (typeof message !== 'string') return new Int16Array(new Uint8Array(message).buffer);
  const { media } = JSON.parse(message);
  return media === undefined ? new Int16Array(0) : decodeMulaw(Buffer.from(media.payload, 'base64'));
}

/** A carrier's request for a call. `signed`: what its signature is for, if not the body. `path`: of the WebSocket in the answer. */
export async function dialCarrier(
  url: string,
  protocol: string,
  signed?: string,
): Promise<{ readonly status: number; readonly path: string }> {
  const webhook = WEBHOOKS[protocol] as Webhook;
  const route = `/v1/${protocol}/voice`;
  const headers = await webhook.sign(signed ?? webhook.body, `https://${HOST}${route}`, nowS());
  const sent = request(url + route, { method: 'POST', headers: { host: HOST, ...headers } }).end(webhook.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  const status = response.statusCode ?? 0;
  return { status, path: status === 200 ? new URL(socketUrlIn(webhook, body)).pathname : '' };
}
