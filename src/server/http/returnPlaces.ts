import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import { PROTOCOL } from '../../core/protocol.ts';
import { lineRoute } from './linePaths.ts';

/** Where the client of a session comes back to it, on any server. */
export interface ReturnPlace {
  readonly path: string;
  /** Whether it is a WebSocket; else it takes offers. */
  readonly isSocket: boolean;
}

interface ReturningCall {
  readonly id: string;
  readonly adapter: MediaAdapter;
}

const REALTIME = 'realtime';

/** Returns where the client of a call comes back. */
export function placeOf({ id, adapter: { protocol, capabilities } }: ReturningCall): ReturnPlace {
  const isSocket = capabilities.tracks !== true;
  if (protocol === REALTIME) return { path: isSocket ? '/v1/realtime' : '/v1/realtime/calls', isSocket };
  if (protocol !== PROTOCOL) return { path: lineRoute(protocol), isSocket };
  return { path: `/v1/sessions/${id}/${isSocket ? 'media' : 'webrtc'}`, isSocket };
}
