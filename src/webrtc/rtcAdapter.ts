import { AntiphonError } from '../core/errors.ts';
import type { AudioFrame } from '../core/audio.ts';
import type { MediaAdapter, MediaCodec, PeerFormat, PeerInput, PeerMessage, PeerOutput } from '../core/mediaAdapter.ts';
import type { ServerMessage } from '../core/protocol.ts';
import { bytesOfSamples } from '../wire/bytes.ts';
import {
  MAX_MESSAGE_BYTES,
  readFrame,
  writePlayout,
  writeText,
  type PlayoutMessage,
  type PlayoutUpdate,
} from './frames.ts';
import { ConnectionError } from '../server/protocols/connectionError.ts';

const RATES = [48_000, 24_000, 16_000, 8000] as const;
const OPUS: readonly PeerFormat[] = RATES.map((sample_rate) => ({ encoding: 'opus', sample_rate }));

/**
 * Creates the adapter of a client that uses another adapter's protocol over a data channel, with the audio in a
 * separate track. This server paces the track, so it reports playback itself and ignores the client's reports. A client
 * that loses its connection returns with another offer, and starts afresh.
 */
export function createRtcAdapter(base: MediaAdapter): MediaAdapter {
  return {
    protocol: base.protocol,
    capabilities: {
      ...base.capabilities,
      audio: { input: OPUS, output: OPUS },
      heard: 'reported',
      clears: true,
      resumes: false,
      returns: true,
      tracks: true,
      audioIn: 'binary',
    },
    createCodec: (audio, rules) => createCodec(base.createCodec(audio, rules), audio.input.sample_rate),
  };
}

function createCodec(base: MediaCodec, sampleRate: number): MediaCodec {
  return {
    decode: (message) => {
      if (typeof message === 'string') return decodeText(base, message);
      const frame = toFrame(message, sampleRate);
      return base.takeAudio?.(frame) ?? [{ kind: 'audio', frame }];
    },
    encode: (output) => encode(base, output),
  };
}

function decodeText(base: MediaCodec, message: string): readonly PeerInput[] {
  const frame = readFrame(message);
  switch (frame.kind) {
    case 'text':
      return base.decode(frame.text).filter(isTaken).map(toChannel);
    case 'playout':
      return [{ kind: 'message', message: JSON.parse(frame.json) as PlayoutUpdate }];
    case 'too long':
      throw new ConnectionError(
        'protocol_error',
        `Expected at most ${MAX_MESSAGE_BYTES} bytes in a message, got more.`,
      );
    case 'binary':
      throw new ConnectionError('protocol_error', 'Expected text on the data channel, got a binary message.');
  }
}

/** Checks whether to accept an input: playback reports of the client are ignored. */
function isTaken(input: PeerInput): boolean {
  if (input.kind === 'message') return !input.message.type.startsWith('playback.');
  return input.kind !== 'mark';
}

function toChannel(input: PeerInput): PeerInput {
  return input.kind === 'reply' ? { kind: 'reply', message: toText(input.message) } : input;
}

function toFrame(bytes: Uint8Array, sampleRate: number): AudioFrame {
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer);
  return { samples, sampleRate };
}

function encode(base: MediaCodec, output: PeerOutput): readonly PeerMessage[] {
  switch (output.kind) {
    case 'audio':
      return [bytesOfSamples(output.samples), ...base.encode(output).filter(isText).map(writeText)];
    case 'mark':
      return [];
    case 'message': {
      const { message } = output;
      const texts = base.encode(output).map(toText);
      return isPlayout(message) ? [writePlayout(message), ...texts] : texts;
    }
  }
}

function toText(message: PeerMessage): string {
  if (typeof message === 'string') return writeText(message);
  throw new AntiphonError('internal', 'A data channel cannot carry a protocol with binary messages.');
}

function isText(message: PeerMessage): message is string {
  return typeof message === 'string';
}

function isPlayout(message: ServerMessage): message is PlayoutMessage & ServerMessage {
  return message.type === 'audio.start' || message.type === 'audio.end' || message.type === 'clear';
}
