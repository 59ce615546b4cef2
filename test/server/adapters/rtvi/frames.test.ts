import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decodeFrame, encodeAudio, encodeMessage } from '../../../../src/server/adapters/rtvi/frames.ts';
import { ConnectionError } from '../../../../src/server/protocols/connectionError.ts';
import { runs } from '../../../properties/runs.ts';
import { audioToWire, fromWire, messageToWire, toWire } from './wire.ts';

const SAMPLES = Int16Array.of(1, -2, 300, -32_768, 32_767);

describe('a frame of the client', () => {
  it('with audio is decoded', () => {
    const { audio, ...rest } = decodeFrame(audioToWire(SAMPLES)) as { readonly audio: Uint8Array };
    expect([...new Int16Array(audio.slice().buffer)]).toEqual([...SAMPLES]);
    expect(rest).toEqual({ kind: 'audio', sampleRate: 16_000, channels: 1 });
  });

  it('with a message is decoded', () => {
    const data = '{"label":"rtvi-ai","type":"ß→🎙"}';
    expect(decodeFrame(toWire({ message: { data } }))).toEqual({ kind: 'message', data });
  });

  it('keeps no more memory than its samples', () => {
    const wire = audioToWire(SAMPLES);
    const large = new Uint8Array(10_000);
    large.set(wire, 100);
    const frame = decodeFrame(large.subarray(100, 100 + wire.length)) as { readonly audio: Uint8Array };
    expect(frame.audio.buffer.byteLength).toBe(SAMPLES.byteLength);
  });

  it('may have fields that nobody knows', () => {
    const wire = audioToWire(SAMPLES, { id: 7, pts: '12345678901234' });
    expect(decodeFrame(wire)).toMatchObject({ kind: 'audio', sampleRate: 16_000 });
  });
});

const WHOLE = 'expected the number of bytes that it declares';
const KIND = 'expected a frame with audio or a message';

test.each<[string, Uint8Array, string]>([
  ['an empty message', new Uint8Array(), KIND],
  ['a text', toWire({ text: { text: 'hello' } }), KIND],
  ['a transcript', toWire({ transcription: { text: 'hello' } }), KIND],
  ['a length beyond the end', Uint8Array.of(0x12, 0xff, 0x01, 0), WHOLE],
  ['a field beyond the end of its frame', Uint8Array.of(0x12, 2, 0x1a, 9, 0, 0, 0, 0), WHOLE],
  ['a field of number 0', Uint8Array.of(0, 0), WHOLE],
  ['a number where a frame is to be', Uint8Array.of(0x10, 1), 'expected wire type 2'],
  ['a number where samples are to be', Uint8Array.of(0x12, 2, 0x18, 1), 'expected wire type 2'],
  ['samples where a number is to be', Uint8Array.of(0x12, 3, 0x22, 1, 0), 'expected wire type 0'],
  ['a number that does not end', new Uint8Array(12).fill(0xff), 'expected a complete frame'],
  ['a group', Uint8Array.of(0x3b, 0), 'expected a complete frame'],
  ['a text that is no UTF-8', Uint8Array.of(0x22, 4, 0x0a, 2, 0xff, 0xfe), 'expected a complete frame'],
])('%s is refused', (_what, bytes, expected) => {
  expect(() => decodeFrame(bytes)).toThrow(
    expect.objectContaining({
      name: 'ConnectionError',
      code: 'protocol_error',
      message: expect.stringContaining(expected),
    }),
  );
});

it('cut off anywhere, a frame is refused', () => {
  for (const wire of [audioToWire(SAMPLES), messageToWire('client-ready', { version: '2.1.0' })])
    for (let length = 0; length < wire.length; length += 1)
      expect(() => decodeFrame(wire.subarray(0, length))).toThrow(expect.objectContaining({ name: 'ConnectionError' }));
});

it('whatever the bytes, nothing else is thrown', () => {
  const valid = audioToWire(SAMPLES);
  const changed = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) => {
    const bytes = valid.slice();
    for (const [at, value] of changes) bytes[at] = value;
    return bytes;
  });
  const isRefusal = (error: unknown): boolean => error instanceof ConnectionError && error.code === 'protocol_error';
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), changed), (bytes) => {
      try {
        decodeFrame(bytes);
        return true;
      } catch (error) {
        return isRefusal(error);
      }
    }),
    runs(500),
  );
});

describe('a frame for the client', () => {
  test.each([1, 127, 128, 480, 1440])('has %i samples', (length) => {
    const samples = Int16Array.from({ length }, (_, at) => at * 7 - 2000);
    const { audio } = fromWire(encodeAudio(samples, 24_000, 300));
    expect(audio).toMatchObject({ sampleRate: 24_000, numChannels: 1 });
    expect([...new Int16Array(new Uint8Array(audio?.audio ?? []).buffer)]).toEqual([...samples]);
  });

  it('has a message', () => {
    const text = 'ß→🎙'.repeat(100);
    expect(fromWire(encodeMessage({ type: text })).message?.data).toBe(JSON.stringify({ type: text }));
  });
});
