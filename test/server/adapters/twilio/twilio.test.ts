import { describe, expect, it } from 'vitest';
import type { MediaCodec, PeerInput } from '../../../../src/core/mediaAdapter.ts';
import { twilio } from '../../../../src/server/adapters/twilio/twilio.ts';
import { ConnectionError } from '../../../../src/server/protocols/connectionError.ts';
import { decodeMulaw } from '../../../../src/wire/audio/g711.ts';
import { audioFormats } from '../../media/support/call.ts';

const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
const START = { event: 'start', sequenceNumber: '1', streamSid: 'MZ1', start: { streamSid: 'MZ1', mediaFormat } };

function opened(): MediaCodec {
  const codec = twilio.createCodec(audioFormats(), { allowsInterruptions: true });
  codec.decode(JSON.stringify(START));
  return codec;
}

/** 20 ms of a tone that is not silent. */
const VOICE = Buffer.alloc(160, 0x10).toString('base64');
const media = (timestamp: string, payload = VOICE): string =>
  JSON.stringify({ event: 'media', streamSid: 'MZ1', media: { track: 'inbound', chunk: '1', timestamp, payload } });

/** The lengths of audio, in ms; negative: a gap. */
function lengths(inputs: readonly PeerInput[]): readonly number[] {
  return inputs.map((input) => {
    if (input.kind === 'gap') return -input.ms;
    return input.kind === 'audio' ? input.frame.samples.length / 8 : Number.NaN;
  });
}

describe('what Twilio sends', () => {
  it('opens the conversation with its start', () => {
    const codec = twilio.createCodec(audioFormats(), { allowsInterruptions: true });
    expect(codec.decode('{"event":"connected","protocol":"Call","version":"1.0.0"}')).toEqual([]);
    expect(codec.decode(JSON.stringify(START))).toEqual([{ kind: 'opened' }]);
  });

  it('is audio of 8 kHz', () => {
    const [audio] = opened().decode(media('0'));
    expect(audio).toEqual({
      kind: 'audio',
      frame: { samples: decodeMulaw(Buffer.alloc(160, 0x10)), sampleRate: 8000 },
    });
  });

  it('is a key, a mark, and the end of the call', () => {
    const codec = opened();
    expect(codec.decode('{"event":"dtmf","dtmf":{"track":"inbound_track","digit":"5"}}')).toEqual([
      { kind: 'message', message: { type: 'input.digit', digit: '5' } },
    ]);
    expect(codec.decode('{"event":"mark","mark":{"name":"7"}}')).toEqual([{ kind: 'mark', name: '7' }]);
    expect(codec.decode('{"event":"stop","stop":{}}')).toEqual([{ kind: 'message', message: { type: 'session.end' } }]);
  });

  it.each([
    [40, [20]],
    [41, [-41, 20]],
    [10_000, [-10_000, 20]],
    [10_001, [20]],
  ])('is filled with silence where %i ms are missing, if more than 40 ms and at most 10 s', (missing, expected) => {
    const codec = opened();
    codec.decode(media('0'));
    expect(lengths(codec.decode(media(`${20 + missing}`)))).toEqual(expected);
    expect(lengths(codec.decode(media(`${40 + missing}`)))).toEqual([20]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['binary', new Uint8Array(2), 'Expected a text frame, got a binary one.'],
    ['no JSON', '{', 'Expected a text frame to be JSON.'],
    ['no object', '[]', 'Expected a text frame to be a JSON object.'],
    ['no event', '{}', 'Expected "event" of a message to be a string, got undefined.'],
    [
      'another rate',
      JSON.stringify({ ...START, start: { mediaFormat: { ...mediaFormat, sampleRate: 16_000 } } }),
      'Expected "start.mediaFormat.sampleRate" of start to be 8000, got 16000.',
    ],
    [
      'no base64',
      media('0', 'a!'),
      'Expected "media.payload" of media to be base64 of at most 10668 characters, got something else.',
    ],
    [
      'no timestamp',
      media('-1'),
      'Expected "media.timestamp" of media to be a whole number from 0, got something else.',
    ],
    [
      'another key',
      '{"event":"dtmf","dtmf":{"digit":"E"}}',
      'Expected "dtmf.digit" of dtmf to be one of 0 to 9, *, #, A to D, got something else.',
    ],
  ])('is refused: %s', (_what, message, sentence) => {
    expect(() => twilio.createCodec(audioFormats(), { allowsInterruptions: true }).decode(message)).toThrow(
      new ConnectionError('protocol_error', sentence),
    );
  });

  it('is refused: a second start', () => {
    const sentence = 'Expected "event" of a message to be one start, got a second.';
    expect(() => opened().decode(JSON.stringify(START))).toThrow(new ConnectionError('protocol_error', sentence));
  });
});

describe('what Twilio is sent', () => {
  it('is nothing before its start', () => {
    const codec = twilio.createCodec(audioFormats(), { allowsInterruptions: true });
    expect(codec.encode({ kind: 'audio', samples: new Int16Array(160) })).toEqual([]);
  });

  it('is audio in mu-law, marks and clears, and nothing else', () => {
    const { encode } = opened();
    const sent = [
      ...encode({ kind: 'audio', samples: new Int16Array(2) }),
      ...encode({ kind: 'mark', name: '3' }),
      ...encode({ kind: 'message', message: { type: 'clear', utterance_id: 'u', clear_id: 0, seq: 1, t_ms: 2 } }),
      ...encode({ kind: 'message', message: { type: 'pong', t: 1, seq: 2, t_ms: 3 } }),
    ];
    expect(sent.map((message) => JSON.parse(String(message)))).toEqual([
      { event: 'media', streamSid: 'MZ1', media: { payload: '//8=' } },
      { event: 'mark', streamSid: 'MZ1', mark: { name: '3' } },
      { event: 'clear', streamSid: 'MZ1' },
    ]);
  });
});
