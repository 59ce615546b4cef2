import type { Digit } from '../../../core/digit.ts';
import type { LineAction, MediaAdapter, PeerMessage } from '../../../core/mediaAdapter.ts';

/**
 * A server message as the peer understands it: audio to play, a command to drop it, a mark after it, or an action on
 * its line.
 */
export type PeerEvent =
  | { readonly kind: 'audio'; readonly samples: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'action'; readonly action: LineAction };

/**
 * The peer's end of an adapter's protocol, written from the protocol's specification. It keeps the state of one
 * connection.
 */
export interface PeerDouble {
  /** Returns the messages that begin a connection, if any. */
  begin(): readonly PeerMessage[];
  /** Returns the messages with audio, at the adapter's default rate. */
  speak(samples: Int16Array): readonly PeerMessage[];
  /** Decodes a message of the server. Throws if it violates the protocol. */
  read(message: PeerMessage): readonly PeerEvent[];
  /** Returns the messages for a telephone key. Required if `capabilities.digits` is true. */
  press?(digit: Digit): readonly PeerMessage[];
  /** Returns the answer to a reached mark. Required if `capabilities.heard` is `marked`. */
  reach?(name: string): readonly PeerMessage[];
  /** Returns the messages with which it leaves. Default: none, it just closes its socket. */
  leave?(): readonly PeerMessage[];
}

/** An adapter under test. */
export interface MediaAdapterSubject {
  readonly adapter: MediaAdapter;
  /** Creates the peer of a new connection. */
  readonly createPeer: () => PeerDouble;
  /**
   * Messages that a peer must not send after the beginning. The contract adds some that are invalid in any protocol.
   */
  readonly malformed?: readonly PeerMessage[];
  /** The keys that its protocol supports. @default 0 to 9, * and # */
  readonly keys?: readonly Digit[];
}
