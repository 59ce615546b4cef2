import { decode, encode } from '@msgpack/msgpack';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { WireFault } from '../../src/wire/fault.ts';
import { classifyFishError } from './faults.ts';
import type { Segment } from './wordTimings.ts';

/** An event of the server. */
export type ServerEvent =
  | AudioEvent
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly fault: WireFault };

export interface AudioEvent {
  readonly kind: 'audio';
  /** Empty if the event holds only times. */
  readonly bytes: Uint8Array;
  /** Number of the spoken chunk of text. */
  readonly chunk: number;
  /** Start of the chunk in the utterance's audio, in seconds; null if it is not sent. */
  readonly offset: number | null;
  /** Null if there are no new times. */
  readonly segments: readonly Segment[] | null;
}

/** Encodes a message as one MessagePack map. */
export function encodeMessage(message: JsonObject): SocketFrame {
  return encode(message);
}

/** Parses a message; null if it is malformed or unknown. */
export function parseEvent(frame: SocketFrame): ServerEvent | null {
  const said = decodeMap(frame);
  switch (said?.['event']) {
    case 'audio':
      return parseAudio(said);
    case 'finish':
      return said['reason'] === 'error' ? parseFailure(said, said['message']) : { kind: 'finished' };
    case 'error':
      return parseFailure(said, said['error'] ?? said['message']);
    default:
      return null;
  }
}

function decodeMap(frame: SocketFrame): JsonObject | null {
  if (typeof frame === 'string') return null;
  try {
    return asObject(decode(frame));
  } catch {
    return null;
  }
}

function parseAudio(said: JsonObject): ServerEvent {
  const { audio, alignment } = said;
  const segments = asObject(alignment)?.['segments'];
  return {
    kind: 'audio',
    bytes: audio instanceof Uint8Array ? audio : new Uint8Array(),
    chunk: asNumber(said['chunk_seq']) ?? 0,
    offset: asNumber(said['chunk_audio_offset_sec']),
    segments: segments === undefined ? null : asArray(segments).map(parseSegment),
  };
}

function parseSegment(value: unknown): Segment {
  const { text, start, end } = asObject(value) ?? {};
  const from = asNumber(start) ?? 0;
  return { text: asText(text), start: from, end: Math.max(from, asNumber(end) ?? from) };
}

function parseFailure(said: JsonObject, told: unknown): ServerEvent {
  const status = asNumber(said['status']) ?? asNumber(said['status_code']) ?? asNumber(said['code']);
  return { kind: 'failed', fault: classifyFishError(asText(told), status) };
}
