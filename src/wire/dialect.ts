import type { WireFault } from './fault.ts';
import type { SocketEnd, SocketFrame, SocketRequest } from './socket.ts';

/** An action that any dialect may return. */
export type ConnectionAction =
  | { readonly kind: 'send'; readonly frame: SocketFrame }
  /** The connection is set up: utterances may begin. */
  | { readonly kind: 'ready' }
  /** The utterance failed and is over; the connection goes on. */
  | { readonly kind: 'failed'; readonly utterance: number; readonly fault: WireFault }
  /** A complaint of the provider that has no effect: it is reported. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The connection cannot be used any longer. */
  | { readonly kind: 'fault'; readonly fault: WireFault };

/**
 * The protocol of a provider for one connection, as a pure object: each call returns the actions to take. It holds no socket
 * and no timer. It ignores frames that it does not know, and must not throw on a frame that it cannot read.
 */
export interface Dialect<Action> {
  /** The socket is open. A wire that needs no set-up returns `ready`. */
  open(): readonly Action[];
  receive(frame: SocketFrame): readonly Action[];
  /** Nothing was sent for the wire's `keepAliveMs`. */
  idle?(): readonly Action[];
  /** The connection is about to be closed on purpose. */
  close?(): readonly Action[];
}

/** The WebSocket connections of a provider. */
export interface Wire<D> {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for the usage. Absent: none. */
  readonly model?: string | undefined;
  /** Called for each connection. */
  readonly request: () => SocketRequest;
  /** Called for each connection. */
  readonly dialect: () => D;
  /** The longest time without a frame to the provider, in ms. Absent: no limit. */
  readonly keepAliveMs?: number | undefined;
  /** The age from which a connection takes no further utterance and is replaced, in ms. Absent: none. */
  readonly maxAgeMs?: number | undefined;
  /** Classifies an unexpected end. Default `faultOfEnd`. */
  readonly faultOf?: ((end: SocketEnd, nowMs: number) => WireFault) | undefined;
}
