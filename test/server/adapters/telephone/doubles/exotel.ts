import { expect } from 'vitest';
import type { PeerMessage } from '../../../../../src/core/mediaAdapter.ts';
import { exotel as adapter } from '../../../../../src/server/adapters/exotel/exotel.ts';
import type { PeerEvent } from '../../../../../src/testing/contracts/mediaAdapterContract.ts';
import { bytesOfSamples } from '../../../../../src/wire/bytes.ts';
import { bytesIn, type CarrierDouble, type CarrierPeer } from '../carrierDouble.ts';

/** The messages are those of the pages that the adapter names, with other values. */
export const exotel: CarrierDouble = {
  adapter,
  streams: 'Exotel AgentStream',
  createPeer,
};

/**
 * Messages of both ends as in https://developer.exotel.com/docs/agentstream/websocket-protocol, with other values: read 2026-11-26 in its source,
 * github.com/rahulkumar-exo/exotel-docs, docs/agentstream/websocket-protocol.md, commit e81e628.
 */
function createPeer(): CarrierPeer {
  const stream_sid = 'MZ5c0f1e';
  let sequence = 0;
  let chunk = 0;
  const say = (event: string, fields: object): readonly PeerMessage[] => [
    JSON.stringify({ event, sequence_number: `${++sequence}`, stream_sid, ...fields }),
  ];
  const media_format = { encoding: 'audio/x-raw', sample_rate: '16000', bit_rate: '16' };
  const call = { stream_sid, call_sid: 'CA1', account_sid: 'AC1', from: '+919876543210', to: '+918047491899' };
  return {
    begin: () => [
      '{"event":"connected"}',
      ...say('start', { start: { ...call, custom_parameters: {}, media_format } }),
    ],
    speak: (samples) => {
      const payload = Buffer.from(bytesOfSamples(samples)).toString('base64');
      return say('media', { media: { chunk: `${++chunk}`, timestamp: `${chunk * 20}`, payload } });
    },
    read: (message): readonly PeerEvent[] => {
      const { event, stream_sid: stream, media, mark } = JSON.parse(String(message));
      expect([event, stream]).toEqual([expect.stringMatching(/^(?:media|mark|clear)$/u), stream_sid]);
      if (event === 'clear') return [{ kind: 'clear' }];
      if (event === 'mark') return [{ kind: 'mark', name: mark.name }];
      const bytes = bytesIn(media.payload);
      expect([bytes >= 3200, bytes % 320]).toEqual([true, 0]);
      return [{ kind: 'audio', samples: bytes / 2 }];
    },
    press: (digit) => say('dtmf', { dtmf: { digit, duration: '100' } }),
    reach: (mark) => say('mark', { mark: { name: mark } }),
    leave: () => say('stop', { stop: { call_sid: 'CA1', account_sid: 'AC1', reason: 'callended' } }),
    returnsDropped: false,
    partMs: 100,
  };
}
