import protobuf from 'protobufjs';

/** The frames of RTVI, as Pipecat declares them. */
const FRAMES = protobuf
  .parse(`
  syntax = "proto3";
  package pipecat;
  message TextFrame { uint64 id = 1; string name = 2; string text = 3; }
  message AudioRawFrame {
    uint64 id = 1; string name = 2; bytes audio = 3; uint32 sample_rate = 4; uint32 num_channels = 5; optional uint64 pts = 6;
  }
  message TranscriptionFrame { uint64 id = 1; string name = 2; string text = 3; string user_id = 4; string timestamp = 5; }
  message MessageFrame { string data = 1; }
  message Frame {
    oneof frame { TextFrame text = 1; AudioRawFrame audio = 2; TranscriptionFrame transcription = 3; MessageFrame message = 4; }
  }
`)
  .root.lookupType('pipecat.Frame');

/** Encodes a frame with another library. */
export function toWire(frame: object): Uint8Array {
  return FRAMES.encode(FRAMES.fromObject(frame)).finish();
}

/** A frame with these samples, as the client sends it. */
export function audioToWire(samples: Int16Array, changes: object = {}): Uint8Array {
  const audio = new Uint8Array(samples.slice().buffer);
  return toWire({ audio: { name: 'audio', audio, sampleRate: 16_000, numChannels: 1, ...changes } });
}

/** A frame with a message, as the client sends it. */
export function messageToWire(type: string, data?: unknown, id = '1a2b3c4d'): Uint8Array {
  return toWire({ message: { data: JSON.stringify({ id, label: 'rtvi-ai', type, data }) } });
}

export interface WireFrame {
  readonly audio?: { readonly audio: Uint8Array; readonly sampleRate: number; readonly numChannels: number };
  readonly message?: { readonly data: string };
}

/** Decodes a frame with another library. */
export function fromWire(bytes: string | Uint8Array): WireFrame {
  if (typeof bytes === 'string') throw new Error('a text');
  return FRAMES.toObject(FRAMES.decode(bytes));
}

/** The messages among these frames, without their label. */
export function messagesIn(frames: readonly (string | Uint8Array)[]): readonly Record<string, unknown>[] {
  return frames.flatMap((frame) => {
    const { message } = fromWire(frame);
    if (message === undefined) return [];
    const { label, ...rest } = JSON.parse(message.data) as Record<string, unknown>;
    return label === 'rtvi-ai' ? [rest] : [];
  });
}
