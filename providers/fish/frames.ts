import { createRequire } from 'node:module';
import type * as msgpack from '@msgpack/msgpack';
import { lazy } from '../../src/core/lazy.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';
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
  /** The audio; empty if the event contains only times. */
  readonly bytes: Uint8Array;
  /** Number of the spoken chunk of text. */
  readonly chunk: number;
  /** Start of the chunk in the utterance's audio, in seconds; null if it is not sent. */
  readonly offset: number | null;
  /** Null if there are no new times. */
  readonly segments: readonly Segment[] | null;
}

const MSGPACK = '@msgpack/msgpack';

const loadMsgpack = lazy(() => {
  requireMsgpack();
  return createRequire(import.meta.url)(MSGPACK) as typeof msgpack;
});

/** @throws AntiphonError `provider_unavailable` if the package of the messages is not installed */
export function requireMsgpack(): void {
  requirePackages([MSGPACK], 'TTS.Fish', { code: 'provider_unavailable', provider: 'fish' });
}

/** Encodes a message as one MessagePack map. */
export function encodeMessage(message: JsonObject): SocketFrame {
  return loadMsgpack().encode(message);
}

/** Parses a message; null if it is malformed or unknown. */
export function parseEvent(frame: SocketFrame): ServerEvent | null {
  const message = decodeMap(frame);
  switch (message?.['event']) {
    case 'audio':
      return parseAudio(message);
    case 'finish':
      return message['reason'] === 'error' ? parseFailure(message, message['message']) : { kind: 'finished' };
    case 'error':
      return parseFailure(message, message['error'] ?? message['message']);
    default:
      return null;
  }
}

/**
 * Limits on a message: 16 MiB of audio, and the times of its words. A message that declares more is rejected before
 * memory is allocated for it.
 */
const LIMITS = {
  maxStrLength: 1_000_000,
  maxBinLength: 16_777_216,
  maxArrayLength: 100_000,
  maxMapLength: 1000,
  maxExtLength: 1000,
};

function decodeMap(frame: SocketFrame): JsonObject | null {
  if (typeof frame === 'string') return null;
  try {
    return asObject(loadMsgpack().decode(frame, LIMITS));
  } catch {
    return null;
  }
}

function parseAudio(message: JsonObject): ServerEvent {
  const { audio, alignment } = message;
  const segments = asObject(alignment)?.['segments'];
  return {
    kind: 'audio',
    bytes: audio instanceof Uint8Array ? audio : new Uint8Array(),
    chunk: asNumber(message['chunk_seq']) ?? 0,
    offset: asNumber(message['chunk_audio_offset_sec']),
    segments: segments === undefined ? null : asArray(segments).map(parseSegment),
  };
}

function parseSegment(value: unknown): Segment {
  const { text, start, end } = asObject(value) ?? {};
  const from = asNumber(start) ?? 0;
  return { text: asText(text), start: from, end: Math.max(from, asNumber(end) ?? from) };
}

function parseFailure(message: JsonObject, text: unknown): ServerEvent {
  const status = asNumber(message['status']) ?? asNumber(message['status_code']) ?? asNumber(message['code']);
  return { kind: 'failed', fault: classifyFishError(asText(text), status) };
}
