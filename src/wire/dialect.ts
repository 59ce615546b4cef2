import type { WireFault } from './fault.ts';
import type { SocketEnd, SocketFrame, SocketRequest } from './socket.ts';

/** An action that any dialect may return. */
export type ConnectionAction =
  | { readonly kind: 'send'; readonly frame: SocketFrame }
  /** The connection is set up, and utterances may begin. */
  | { readonly kind: 'ready' }
  /** The utterance failed and is over. The connection continues. */
  | { readonly kind: 'failed'; readonly utterance: number; readonly fault: WireFault }
  /** A harmless complaint of the provider, which is reported. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The connection is no longer usable. */
  | { readonly kind: 'fault'; readonly fault: WireFault };

/**
 * A provider's protocol for one connection, as a pure object: each call returns the actions to take. It holds no socket
 * and no timers, ignores unknown frames, and must not throw on a frame that it cannot read.
 */
export interface Dialect<Action> {
  /** The socket is open. A wire without set-up returns `ready`. */
  open(): readonly Action[];
  receive(frame: SocketFrame): readonly Action[];
  /** Nothing has been sent for the wire's `keepAliveMs`. */
  idle?(): readonly Action[];
  /** The connection is about to be closed deliberately. */
  close?(): readonly Action[];
}

/** A provider's WebSocket connections. */
export interface Wire<D> {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for usage reports. Absent: the provider names no model. */
  readonly model?: string | undefined;
  /** Creates the request of each connection. */
  readonly request: () => SocketRequest;
  /** Creates the dialect of each connection. */
  readonly dialect: () => D;
  /** The longest time without a frame to the provider, in ms. Absent: no limit. */
  readonly keepAliveMs?: number | undefined;
  /** Age from which a connection accepts no further utterances and is replaced, in ms. Absent: no limit. */
  readonly maxAgeMs?: number | undefined;
  /** Classifies an unexpected end. Default: `faultOfEnd`. */
  readonly faultOf?: ((end: SocketEnd, nowMs: number) => WireFault) | undefined;
}
