import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { expect } from 'vitest';
import type { PeerMessage } from '../../../../../src/core/mediaAdapter.ts';
import { telnyx as adapter } from '../../../../../src/server/adapters/telnyx/telnyx.ts';
import type { PeerEvent } from '../../../../../src/testing/contracts/mediaAdapterContract.ts';
import {
  base64,
  bytesIn,
  type CarrierDouble,
  type CarrierPeer,
  FORM,
  redirect,
  XML,
  XML_RETURN,
} from '../carrierDouble.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

/** The messages are those of the pages that the adapter names, with other values. */
export const telnyx: CarrierDouble = {
  adapter,
  streams: 'Telnyx Media Streaming',
  createPeer,
  webhook: {
    options: { telnyx: { public_key: PUBLIC_KEY } },
    body: 'CallSid=v3%3A1&AccountSid=19a75cea&From=%2B15550001&To=%2B15550002',
    callId: 'v3%3A1',
    custom_data: { call_sid: 'v3:1', account_sid: '19a75cea', from: '+15550001', to: '+15550002' },
    answer: [
      `${XML}<Connect><Stream url="`,
      '" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"/></Connect></Response>',
    ],
    busy: `${XML}<Reject reason="busy"/></Response>`,
    sign: (body, _url, atS) => ({
      'content-type': FORM,
      'telnyx-timestamp': `${atS}`,
      'telnyx-signature-ed25519': signWith(null, Buffer.from(`${atS}|${body}`), privateKey).toString('base64'),
    }),
  },
  returning: {
    ...XML_RETURN,
    connected: (socketUrl, returnUrl) =>
      `${XML}<Connect><Stream url="${socketUrl}" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"/></Connect>` +
      redirect(returnUrl),
  },
  json: {
    encoding: 'PCMU',
    start: (encoding) =>
      JSON.stringify({ event: 'start', stream_id: 's1', start: { media_format: { encoding, sample_rate: 8000 } } }),
    media: (chunk, payload) => JSON.stringify({ event: 'media', media: { chunk, payload } }),
  },
};

function createPeer(): CarrierPeer {
  const stream_id = '32DE0DEA-53CB-4B21-89A4-9E1819C043BC';
  let sequence = 0;
  let chunk = 0;
  const say = (event: string, fields: object): readonly PeerMessage[] => [
    JSON.stringify({ event, sequence_number: `${++sequence}`, ...fields, stream_id }),
  ];
  const media_format = { encoding: 'PCMU', sample_rate: 8000, channels: 1 };
  return {
    begin: () => [
      '{"event":"connected","version":"1.0.0"}',
      ...say('start', { start: { call_control_id: 'v2:T02', from: '+13122010094', to: '+13122123456', media_format } }),
    ],
    speak: (samples) =>
      say('media', {
        media: { track: 'inbound', chunk: `${++chunk}`, timestamp: `${chunk * 20}`, payload: base64(samples) },
      }),
    read: (message): readonly PeerEvent[] => {
      const { event, media, mark } = JSON.parse(String(message));
      expect(event).toBeOneOf(['media', 'mark', 'clear']);
      if (event === 'clear') return [{ kind: 'clear' }];
      return event === 'mark'
        ? [{ kind: 'mark', name: mark.name }]
        : [{ kind: 'audio', samples: bytesIn(media.payload) }];
    },
    press: (digit) => say('dtmf', { occurred_at: '2026-11-25T10:00:00.000000Z', dtmf: { digit } }),
    reach: (mark) => say('mark', { mark: { name: mark } }),
    leave: () => say('stop', { stop: { call_control_id: 'v2:T02' } }),
    returnsDropped: true,
  };
}
