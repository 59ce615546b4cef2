import { expect } from 'vitest';
import type { MediaAdapter, PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import { exotel } from '../../../../src/server/adapters/exotel/exotel.ts';
import { plivo } from '../../../../src/server/adapters/plivo/plivo.ts';
import { telnyx } from '../../../../src/server/adapters/telnyx/telnyx.ts';
import { vonage } from '../../../../src/server/adapters/vonage/vonage.ts';
import type { PeerDouble, PeerEvent } from '../../../../src/testing/contracts/mediaAdapterContract.ts';
import { bytesOfSamples } from '../../../../src/wire/bytes.ts';
import { encodeMulaw } from '../../../../src/wire/audio/g711.ts';

/** A carrier's end of a stream. */
export interface CarrierPeer extends PeerDouble {
  press(digit: string): readonly PeerMessage[];
  reach(name: string): readonly PeerMessage[];
  /** Whether a clear makes it answer the marks that it drops. */
  readonly returnsDropped: boolean;
  /** The length of its messages of audio, in ms: the last one is filled with silence. @default any */
  readonly partMs?: number;
}

/** The messages are those of the pages that the adapters name, with other values. */
export const CARRIERS: Readonly<Record<string, { readonly adapter: MediaAdapter; createPeer(): CarrierPeer }>> = {
  Telnyx: { adapter: telnyx, createPeer: createTelnyxPeer },
  Plivo: { adapter: plivo, createPeer: createPlivoPeer },
  Vonage: { adapter: vonage, createPeer: createVonagePeer },
  Exotel: { adapter: exotel, createPeer: createExotelPeer },
};

const base64 = (samples: Int16Array): string => Buffer.from(encodeMulaw(samples)).toString('base64');
const bytesIn = (payload: string): number => Buffer.from(payload, 'base64').length;

export function createTelnyxPeer(): CarrierPeer {
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

export function createPlivoPeer(): CarrierPeer {
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

export function createVonagePeer(): CarrierPeer {
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

/**
 * Messages of both ends as in https://developer.exotel.com/docs/agentstream/websocket-protocol, with other values: read 2026-11-26 in its source,
 * github.com/rahulkumar-exo/exotel-docs, docs/agentstream/websocket-protocol.md, commit e81e628.
 */
export function createExotelPeer(): CarrierPeer {
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
