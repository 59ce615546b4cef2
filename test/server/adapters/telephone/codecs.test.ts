import { describe, expect, it } from 'vitest';
import type { MediaCodec, PeerInput } from '../../../../src/core/mediaAdapter.ts';
import { exotel } from '../../../../src/server/adapters/exotel/exotel.ts';
import { plivo } from '../../../../src/server/adapters/plivo/plivo.ts';
import { telnyx } from '../../../../src/server/adapters/telnyx/telnyx.ts';
import { vonage } from '../../../../src/server/adapters/vonage/vonage.ts';
import { decodeAlaw, decodeMulaw } from '../../../../src/wire/audio/g711.ts';
import { ConnectionError } from '../../../../src/server/protocols/connectionError.ts';
import { audioFormats } from '../../media/support/call.ts';
import type { CarrierDouble } from './carrierDouble.ts';
import { DOUBLES } from './doubles.ts';

const rules = { allowsInterruptions: true };

function opened(carrier: string): MediaCodec {
  const { adapter, createPeer } = DOUBLES[carrier] as CarrierDouble;
  const codec = adapter.createCodec(audioFormats(), rules);
  createPeer().begin().forEach(codec.decode);
  return codec;
}

/** 20 ms of one code: mu-law of the samples of each part. */
const media = (chunk: number, code = 0x10): string =>
  JSON.stringify({ event: 'media', media: { chunk: `${chunk}`, payload: Buffer.alloc(160, code).toString('base64') } });

/** The code of each part, as its first sample, and its length in ms. Of a gap: 0. */
const parts = (inputs: readonly PeerInput[]): readonly (readonly [number, number])[] =>
  inputs.map((input) => {
    if (input.kind === 'gap') return [0, input.ms];
    return input.kind === 'audio' ? [input.frame.samples[0] ?? 0, input.frame.samples.length / 8] : [0, 0];
  });

describe('the audio of Telnyx', () => {
  const [a, b, c] = [0x10, 0x20, 0x30].map((code) => parts(opened('telnyx').decode(media(1, code)))[0]);

  it.each([
    ['PCMU', decodeMulaw],
    ['PCMA', decodeAlaw],
  ])('is decoded as its call has it: %s', (encoding, decode) => {
    const codec = telnyx.createCodec(audioFormats(), rules);
    const start = { event: 'start', stream_id: 's', start: { media_format: { encoding, sample_rate: 8000 } } };
    expect(codec.decode(JSON.stringify(start))).toEqual([{ kind: 'opened' }]);
    const samples = decode(new Uint8Array(160).fill(0x35));
    expect(codec.decode(media(1, 0x35))).toEqual([{ kind: 'audio', frame: { samples, sampleRate: 8000 } }]);
  });

  it('is put into its order', () => {
    const codec = opened('telnyx');
    expect(parts(codec.decode(media(1, 0x10)))).toEqual([a]);
    expect(parts(codec.decode(media(3, 0x30)))).toEqual([]);
    expect(parts(codec.decode(media(2, 0x20)))).toEqual([b, c]);
  });

  it('is silent where a part does not come before five later ones; it is dropped when it comes after all', () => {
    const codec = opened('telnyx');
    codec.decode(media(1));
    for (const chunk of [4, 5, 6, 7]) expect(codec.decode(media(chunk))).toEqual([]);
    expect(parts(codec.decode(media(8)))).toEqual([[0, 40], a, a, a, a, a]);
    expect(codec.decode(media(2))).toEqual([]);
    expect(parts(codec.decode(media(9)))).toEqual([a]);
  });

  it('that jumps is filled with 10 s of silence at most', () => {
    const codec = opened('telnyx');
    codec.decode(media(1));
    const inputs = [1, 2, 3, 4, 5].flatMap((at) => codec.decode(media(at + 1_000_000)));
    expect(parts(inputs)[0]).toEqual([0, 10_000]);
  });
});

describe('what a carrier sends is refused', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['telnyx', new Uint8Array(2), 'Expected a text frame, got a binary one.'],
    ['telnyx', '{}', 'Expected "event" of a message to be a string, got undefined.'],
    ['telnyx', media(-1), 'Expected "media.chunk" of media to be a whole number from 0, got something else.'],
    ['plivo', '{', 'Expected a text frame to be JSON.'],
    [
      'plivo',
      '{"event":"media","media":{"timestamp":"1","payload":"a!"}}',
      'Expected "media.payload" of media to be base64 of at most 10668 characters, got something else.',
    ],
    [
      'plivo',
      '{"event":"playedStream"}',
      'Expected "name" of playedStream to be a string of 1 to 256 characters, got something else.',
    ],
    [
      'exotel',
      '{"event":"media","media":{"payload":"AAAA"}}',
      'Expected "media.payload" of media to be base64 of whole 16-bit samples, got something else.',
    ],
    ['vonage', new Uint8Array(641), 'Expected a binary frame to be whole 16-bit samples, got 641 bytes.'],
    [
      'vonage',
      '{"event":"websocket:dtmf","digit":"E"}',
      'Expected "digit" of websocket:dtmf to be one of 0 to 9, *, #, A to D, got something else.',
    ],
  ])('over %s: %s', (carrier, message, sentence) => {
    expect(() => opened(carrier).decode(message)).toThrow(new ConnectionError('protocol_error', sentence));
  });

  it.each([
    [
      telnyx,
      '{"event":"start","stream_id":"s","start":{"media_format":{"encoding":"G722","sample_rate":16000}}}',
      'start.media_format.encoding',
      'G722',
    ],
    [
      plivo,
      '{"event":"start","start":{"streamId":"s","mediaFormat":{"encoding":"audio/x-l16","sampleRate":8000}}}',
      'start.mediaFormat.encoding',
      'audio/x-l16',
    ],
    [
      exotel,
      '{"event":"start","stream_sid":"s","start":{"media_format":{"encoding":"audio/x-mulaw","sample_rate":"16000"}}}',
      'start.media_format.encoding',
      'audio/x-mulaw',
    ],
    [
      exotel,
      '{"event":"start","stream_sid":"s","start":{"media_format":{"encoding":"audio/x-raw","sample_rate":"8000"}}}',
      'start.media_format.sample_rate',
      '8000',
    ],
    [
      vonage,
      '{"event":"websocket:connected","content-type":"audio/l16;rate=8000"}',
      'content-type',
      'audio/l16;rate=8000',
    ],
  ])('in another format, with its name', (adapter, start, field, got) => {
    const decode = (): unknown => adapter.createCodec(audioFormats(), rules).decode(start);
    expect(decode).toThrow(`Expected "${field}" of`);
    expect(decode).toThrow(`, got ${got}.`);
  });
});

it('Vonage gets messages of 20 ms, the last filled with silence', () => {
  const [first, last, ...more] = opened('vonage').encode({ kind: 'audio', samples: new Int16Array(330).fill(7) });
  expect([first?.length, last?.length, more]).toEqual([640, 640, []]);
  expect([...new Int16Array((last as Uint8Array).buffer)].filter((sample) => sample === 7)).toHaveLength(10);
});
