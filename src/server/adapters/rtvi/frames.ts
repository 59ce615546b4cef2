import { PbfReader, PbfWriter } from 'pbf';
import { ConnectionError } from '../../protocols/connectionError.ts';

/**
 * A message of an RTVI client. On the wire, each is a Protocol Buffers `pipecat.Frame` in a binary message:
 *
 * ```proto
 * message AudioRawFrame {
 *   uint64 id = 1; string name = 2; bytes audio = 3; uint32 sample_rate = 4; uint32 num_channels = 5;
 * }
 * message MessageFrame { string data = 1; }
 * message Frame {
 *   oneof frame {
 *     TextFrame text = 1; AudioRawFrame audio = 2; TranscriptionFrame transcription = 3; MessageFrame message = 4;
 *   }
 * }
 * ```
 *
 * Clients only send and read audio and messages.
 */
export type RtviFrame =
  | { readonly kind: 'audio'; readonly audio: Uint8Array; readonly sampleRate: number; readonly channels: number }
  | { readonly kind: 'message'; readonly data: string };

const AUDIO = 2;
const MESSAGE = 4;
/** Wire types. */
const [VARINT, BYTES] = [0, 2];
/** Bytes reserved for the fields other than the samples. */
const OVERHEAD = 64;

/** Decodes a message. @throws ConnectionError `protocol_error` for an invalid frame or a frame of another kind */
export function decodeFrame(bytes: Uint8Array): RtviFrame {
  const frame = attempt(() => readFrame(new PbfReader(bytes)));
  if (frame !== undefined) return frame;
  throw refusal('a frame with audio or a message', 'neither');
}

/** Encodes samples. `id` is the number of the frame. */
export function encodeAudio(samples: Int16Array, sampleRate: number, id: number): Uint8Array {
  const audio = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return encode(AUDIO, samples.byteLength, (writer) => {
    writer.writeVarintField(1, id);
    writer.writeStringField(2, 'audio');
    writer.writeBytesField(3, audio);
    writer.writeVarintField(4, sampleRate);
    writer.writeVarintField(5, 1);
  });
}

/** Encodes a message as JSON. */
export function encodeMessage(message: object): Uint8Array {
  const data = new TextEncoder().encode(JSON.stringify(message));
  return encode(MESSAGE, data.length, (writer) => writer.writeBytesField(1, data));
}

function encode(field: number, length: number, write: (writer: PbfWriter) => void): Uint8Array {
  const writer = new PbfWriter(new Uint8Array(length + OVERHEAD));
  writer.writeMessage(field, (_, inner) => write(inner), undefined);
  return writer.finish();
}

/** Reads a frame. If it contains several kinds, the last one counts. Returns undefined for another kind. */
function readFrame(reader: PbfReader): RtviFrame | undefined {
  let frame: RtviFrame | undefined;
  readFields(reader, reader.length, (field) => {
    if (field === AUDIO) frame = readAudio(reader);
    else if (field === MESSAGE) frame = readMessage(reader);
    else frame = undefined;
  });
  return frame;
}

function readAudio(reader: PbfReader): RtviFrame {
  let [audio, sampleRate, channels] = [new Uint8Array(), 0, 0];
  readEmbedded(reader, (field) => {
    if (field === 3) audio = new Uint8Array(readBytes(reader));
    else if (field === 4) sampleRate = readNumber(reader);
    else if (field === 5) channels = readNumber(reader);
  });
  return { kind: 'audio', audio, sampleRate, channels };
}

function readMessage(reader: PbfReader): RtviFrame {
  let data = '';
  readEmbedded(reader, (field) => {
    if (field === 1) data = new TextDecoder('utf-8', { fatal: true }).decode(readBytes(reader));
  });
  return { kind: 'message', data };
}

function readEmbedded(reader: PbfReader, read: (field: number) => void): void {
  expectType(reader, BYTES);
  const length = reader.readVarint();
  readFields(reader, reader.pos + length, read);
}

/** Reads the fields up to `end`, and skips those that `read` does not consume. */
function readFields(reader: PbfReader, end: number, read: (field: number) => void): void {
  if (end > reader.length) throw truncation();
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) read(field);
  // The reader skips past the end, and stops at a field numbered 0.
  if (reader.pos !== end) throw truncation();
}

function readBytes(reader: PbfReader): Uint8Array {
  expectType(reader, BYTES);
  return reader.readBytes();
}

function readNumber(reader: PbfReader): number {
  expectType(reader, VARINT);
  return reader.readVarint();
}

function expectType({ type }: PbfReader, expected: number): void {
  if (type !== expected) throw refusal(`wire type ${expected}`, `${type}`);
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    throw refusal('a complete frame', 'something else');
  }
}

function truncation(): ConnectionError {
  return refusal('the number of bytes that it declares', 'another');
}

function refusal(expected: string, got: string): ConnectionError {
  return new ConnectionError(
    'protocol_error',
    `Expected a binary message to be a pipecat.Frame of Protocol Buffers: expected ${expected}, got ${got}.`,
  );
}
