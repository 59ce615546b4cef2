import type { OperatorFunction } from 'rxjs';
import { msOfSamples, samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import type { ClientMessage } from '../../core/protocol.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { parseClientMessage } from './clientMessages.ts';
import type { SocketClosed, SocketEvent } from './fromSocket.ts';
import { ConnectionError } from './connectionError.ts';

/** Input of a client: audio comes in binary frames, messages in text frames. A pong says that it has what was sent before the ping. */
export type Inbound =
  | SocketClosed
  | { readonly kind: 'pong' }
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  | { readonly kind: 'message'; readonly message: ClientMessage };

const PONG: Inbound = { kind: 'pong' };

const FRAME_MS = { min: 10, max: 100 };

/**
 * Parses the frames of a socket. Errors with a ConnectionError `protocol_error` at the first binary frame that is not 10 to
 * 100 ms of audio at `sampleRate`, in Hz, and at the first malformed message; drops messages of unknown types.
 */
export function inbound(sampleRate: number): OperatorFunction<SocketEvent, Inbound> {
  return mapDefined((event): Inbound | undefined => {
    switch (event.kind) {
      case 'binary':
        return { kind: 'audio', frame: frameOf(event.bytes, sampleRate) };
      case 'text': {
        const message = parseClientMessage(event.text);
        return message === null ? undefined : { kind: 'message', message };
      }
      case 'closed':
        return event;
      case 'pong':
        return PONG;
      case 'ping':
        return undefined;
    }
  });
}

function frameOf(bytes: Uint8Array, sampleRate: number): AudioFrame {
  const samples = samplesOf(bytes);
  const min = samplesOfMs(FRAME_MS.min, sampleRate);
  const max = samplesOfMs(FRAME_MS.max, sampleRate);
  if (samples.length >= min && samples.length <= max) return { samples, sampleRate };
  const got = msOfSamples(samples.length, sampleRate);
  throw new ConnectionError(
    'protocol_error',
    `Expected a binary frame to be ${FRAME_MS.min} to ${FRAME_MS.max} ms of audio (${2 * min} to ${2 * max} bytes), got ${got} ms.`,
  );
}

/**
 * Returns a view: network data is not written again. Copies samples that start at an odd byte, which no view does, and those
 * whose view would keep more than twice their memory.
 */
function samplesOf({ buffer, byteOffset, length }: Uint8Array): Int16Array {
  if (length % 2 !== 0)
    throw new ConnectionError(
      'protocol_error',
      `Expected a binary frame to be whole 16-bit samples, got ${length} bytes.`,
    );
  return byteOffset % 2 === 0 && buffer.byteLength <= 2 * length
    ? new Int16Array(buffer, byteOffset, length / 2)
    : new Int16Array(buffer.slice(byteOffset, byteOffset + length));
}
