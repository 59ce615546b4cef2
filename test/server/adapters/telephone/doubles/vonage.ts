import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import { vonage as adapter } from '../../../../../src/server/adapters/vonage/vonage.ts';
import type { PeerEvent } from '../../../../../src/testing/contracts/mediaAdapterContract.ts';
import { type CarrierDouble, type CarrierPeer, SECRET } from '../carrierDouble.ts';

const CALL = { call_uuid: 'aaaa', conversation_uuid: 'CON-bbbb', from: '15550001', to: '15550002' };

/** The messages are those of the pages that the adapter names, with other values. */
export const vonage: CarrierDouble = {
  adapter,
  streams: 'Vonage Voice API, WebSocket',
  createPeer,
  webhook: {
    options: { vonage: { signature_secret: SECRET } },
    body: '{"from":"15550001","to":"15550002","uuid":"aaaa","conversation_uuid":"CON-bbbb"}',
    callId: 'CON-bbbb',
    custom_data: { call_uuid: 'aaaa', conversation_uuid: 'CON-bbbb', from: '15550001', to: '15550002' },
    answer: [
      '[{"action":"connect","endpoint":[{"type":"websocket","uri":"',
      '","content-type":"audio/l16;rate=16000"}]}]',
    ],
    busy: 503,
    sign: async (body, _url, atS) => {
      const claims = { iss: 'Vonage', payload_hash: createHash('sha256').update(body).digest('hex') };
      const jwt = new SignJWT(claims).setIssuedAt(atS).setProtectedHeader({ alg: 'HS256' });
      return {
        'content-type': 'application/json',
        authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}`,
      };
    },
  },
  returning: {
    // The `uuid` is that of the WebSocket.
    returnBody: JSON.stringify({
      from: '15550002',
      to: 'wss://voice.example.com',
      uuid: 'cccc',
      conversation_uuid: 'CON-bbbb',
      status: 'disconnected',
      headers: CALL,
    }),
    connected: (uri, returnUrl) =>
      JSON.stringify([
        {
          action: 'connect',
          eventType: 'synchronous',
          eventUrl: [returnUrl],
          eventMethod: 'POST',
          endpoint: [{ type: 'websocket', uri, 'content-type': 'audio/l16;rate=16000', headers: CALL }],
        },
      ]),
    asksAgain: (returnUrl) =>
      JSON.stringify([{ action: 'notify', payload: CALL, eventUrl: [returnUrl], eventMethod: 'POST' }]),
    hangUp: '',
  },
};

function createPeer(): CarrierPeer {
  return {
    begin: () => ['{"event":"websocket:connected","content-type":"audio/l16;rate=16000"}'],
    speak: (samples) => [new Uint8Array(samples.slice().buffer)],
    read: (message): readonly PeerEvent[] => {
      if (typeof message !== 'string') {
        expect(message).toHaveLength(640);
        return [{ kind: 'audio', samples: 320 }];
      }
      const { action, payload } = JSON.parse(message);
      expect(action).toBeOneOf(['clear', 'notify']);
      return action === 'clear' ? [{ kind: 'clear' }] : [{ kind: 'mark', name: payload.name }];
    },
    press: (digit) => [JSON.stringify({ event: 'websocket:dtmf', digit, duration: 260 })],
    reach: (mark) => [JSON.stringify({ event: 'websocket:notify', payload: { name: mark } })],
    returnsDropped: false,
  };
}
