import { expect } from 'vitest';
import type { PeerMessage } from '../../../../../src/core/mediaAdapter.ts';
import { plivo as adapter } from '../../../../../src/server/adapters/plivo/plivo.ts';
import { signPlivo } from '../../../../../src/server/adapters/plivo/plivoSignature.ts';
import type { PeerEvent } from '../../../../../src/testing/contracts/mediaAdapterContract.ts';
import {
  base64,
  bytesIn,
  type CarrierDouble,
  type CarrierPeer,
  FORM,
  redirect,
  SECRET,
  XML,
  XML_RETURN,
} from '../carrierDouble.ts';

/** The messages are those of the pages that the adapter names, with other values. */
export const plivo: CarrierDouble = {
  adapter,
  streams: 'Plivo Audio Streaming',
  createPeer,
  webhook: {
    options: { plivo: { auth_token: SECRET } },
    body: 'CallUUID=97ceeb52&From=15550001&To=15550002&Direction=inbound',
    callId: '97ceeb52',
    custom_data: { call_uuid: '97ceeb52', from: '15550001', to: '15550002', direction: 'inbound' },
    answer: [
      `${XML}<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">`,
      '</Stream></Response>',
    ],
    busy: `${XML}<Hangup reason="busy"/></Response>`,
    sign: (body, url, atS) => ({
      'content-type': FORM,
      'x-plivo-signature-v3': `another,${signPlivo(SECRET, url, `${atS}`, new URLSearchParams(body))}`,
      'x-plivo-signature-v3-nonce': `${atS}`,
    }),
  },
  returning: {
    ...XML_RETURN,
    connected: (socketUrl, returnUrl) =>
      `${XML}<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">${socketUrl}</Stream>` +
      redirect(returnUrl),
  },
  json: {
    encoding: 'audio/x-mulaw',
    start: (encoding) =>
      JSON.stringify({ event: 'start', start: { streamId: 's1', mediaFormat: { encoding, sampleRate: 8000 } } }),
    media: (timestamp, payload) => JSON.stringify({ event: 'media', media: { timestamp, payload } }),
  },
};

function createPeer(): CarrierPeer {
  const streamId = '87654321-4321-4321-4321-cba987654321';
  let sequenceNumber = 0;
  let chunk = 0;
  const say = (event: string, fields: object): readonly PeerMessage[] => [
    JSON.stringify({ event, sequenceNumber: ++sequenceNumber, ...fields }),
  ];
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000 };
  return {
    begin: () =>
      say('start', { start: { callId: '12345678', streamId, accountId: 'MA1', tracks: ['inbound'], mediaFormat } }),
    speak: (samples) => {
      const timestamp = `${1_712_345_678_000 + chunk * 20}`;
      return say('media', {
        streamId,
        media: { track: 'inbound', timestamp, chunk: ++chunk, payload: base64(samples) },
      });
    },
    read: (message): readonly PeerEvent[] => {
      const { event, media, ...rest } = JSON.parse(String(message));
      if (event === 'playAudio') {
        expect(media).toMatchObject({ contentType: 'audio/x-mulaw', sampleRate: 8000 });
        return [{ kind: 'audio', samples: bytesIn(media.payload) }];
      }
      expect([event, rest.streamId]).toEqual([expect.stringMatching(/^(?:checkpoint|clearAudio)$/u), streamId]);
      return event === 'clearAudio' ? [{ kind: 'clear' }] : [{ kind: 'mark', name: rest.name }];
    },
    press: (digit) => say('dtmf', { streamId, dtmf: { track: 'inbound', digit } }),
    reach: (played) => say('playedStream', { streamId, name: played }),
    returnsDropped: false,
  };
}
