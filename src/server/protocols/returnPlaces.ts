import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import { PROTOCOL } from '../../core/protocol.ts';
import { lineRoute } from './linePaths.ts';

/** The place at which the client of a session returns to it, on any server. */
export interface ReturnPlace {
  readonly path: string;
  /** Whether it is a WebSocket; otherwise, it accepts WebRTC offers. */
  readonly isSocket: boolean;
}

export interface ReturningCall {
  readonly id: string;
  readonly adapter: MediaAdapter;
}

const REALTIME = 'realtime';

/** Returns the WebSocket path for all calls of a protocol other than antiphon.v1. */
export function socketPathOf(protocol: string): string {
  return protocol === REALTIME ? '/v1/realtime' : lineRoute(protocol);
}

/** Returns the place at which the client of a call returns. */
export function placeOf({ id, adapter: { protocol, capabilities } }: ReturningCall): ReturnPlace {
  const isSocket = capabilities.tracks !== true;
  if (protocol === REALTIME && !isSocket) return { path: '/v1/realtime/calls', isSocket };
  if (protocol !== PROTOCOL) return { path: socketPathOf(protocol), isSocket };
  return { path: `/v1/sessions/${id}/${isSocket ? 'media' : 'webrtc'}`, isSocket };
}
