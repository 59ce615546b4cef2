import { lastValueFrom, of, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SocketEvent } from '../../../src/server/media/fromSocket.ts';
import { antiphonV1 } from '../../../src/server/protocols/antiphonV1.ts';
import { audioFormats } from './support/call.ts';
import { inbound, type Inbound } from '../../../src/server/media/inbound.ts';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';

const { decode } = antiphonV1.createCodec(audioFormats(), { allowsInterruptions: true });

function understood(...events: readonly SocketEvent[]): Promise<Inbound[]> {
  return lastValueFrom(of(...events).pipe(inbound(decode), toArray()));
}

function binary(length: number): SocketEvent {
  return { kind: 'binary', bytes: new Uint8Array(length) };
}

describe('inbound', () => {
  it('takes binary frames for the audio of the user, text frames for messages', async () => {
    const bytes = new Uint8Array(320);
    bytes.set([0x34, 0x12, 0x00, 0x80]);
    const [audio, message] = await understood(
      { kind: 'binary', bytes },
      { kind: 'text', text: '{"type":"input.mute"}' },
      { kind: 'pong' },
      { kind: 'text', text: '{"type":"from.the.future"}' },
    );
    const samples = new Int16Array(160);
    samples.set([0x1234, -0x8000]);
    expect(audio).toEqual({ kind: 'audio', frame: { samples, sampleRate: 16_000 } });
    expect(message).toEqual({ kind: 'message', message: { type: 'input.mute' } });
  });

  it('takes audio that starts at an odd byte', async () => {
    const bytes = new Uint8Array(321).fill(1).subarray(1);
    const [audio] = await understood({ kind: 'binary', bytes });
    expect(audio).toMatchObject({ frame: { samples: new Int16Array(160).fill(0x0101) } });
  });

  it.each([
    [320, 65_536, 320],
    [320, 642, 320],
    [320, 640, 640],
    [640, 648, 648],
  ])('%i bytes of a network buffer of %i keep %i in memory', async (length, received, kept) => {
    const bytes = new Uint8Array(received).subarray(received - length);
    const [audio] = await understood({ kind: 'binary', bytes });
    expect(audio?.kind === 'audio' && audio.frame.samples.buffer.byteLength).toBe(kept);
  });

  it.each([320, 640, 3200])('takes %i bytes, at 16 kHz', async (length) => {
    expect(await understood(binary(length))).toHaveLength(1);
  });

  it.each([
    [0, '0 ms'],
    [318, '9.9375 ms'],
    [3202, '100.0625 ms'],
  ])('refuses %i bytes: a frame has 10 to 100 ms', async (length, got) => {
    const sentence = `Expected a binary frame to be 10 to 100 ms of audio (320 to 3200 bytes), got ${got}.`;
    await expect(understood(binary(length))).rejects.toThrow(new ConnectionError('protocol_error', sentence));
  });

  it('refuses half a sample', async () => {
    const sentence = 'Expected a binary frame to be whole 16-bit samples, got 321 bytes.';
    await expect(understood(binary(321))).rejects.toThrow(new ConnectionError('protocol_error', sentence));
  });
});
