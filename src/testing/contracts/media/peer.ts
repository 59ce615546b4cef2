import type { Digit } from '../../../core/digit.ts';
import type { LineAction, MediaAdapter, PeerMessage } from '../../../core/mediaAdapter.ts';

/** What a peer makes of a message of the server: audio that it will play, an order to drop it, a mark behind it, or what to do with its line. */
export type PeerEvent =
  | { readonly kind: 'audio'; readonly samples: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'action'; readonly action: LineAction };

/** The other end of an adapter's protocol, as its specification describes it. It keeps the state of one connection. */
export interface PeerDouble {
  /** Returns the messages that begin a connection; empty if there are none. */
  begin(): readonly PeerMessage[];
  /** Returns the messages with audio, at the adapter's default rate. */
  speak(samples: Int16Array): readonly PeerMessage[];
  /** Reads a message of the server. Throws if it is none of the protocol. */
  read(message: PeerMessage): readonly PeerEvent[];
  /** Returns the messages with a key of a telephone. Needed where `capabilities.digits` is true. */
  press?(digit: Digit): readonly PeerMessage[];
  /** Returns the answer to a mark that was reached. Needed where `capabilities.heard` is `marked`. */
  reach?(name: string): readonly PeerMessage[];
  /** Returns the messages with which it leaves. Default: its protocol has none, and it closes its socket. */
  leave?(): readonly PeerMessage[];
}

/** An adapter under test. */
export interface MediaAdapterSubject {
  readonly adapter: MediaAdapter;
  /** Creates the peer of one more connection. */
  readonly createPeer: () => PeerDouble;
  /** Messages that a peer must not send once it has begun. The contract knows some that are none of any protocol. */
  readonly malformed?: readonly PeerMessage[];
  /** The keys that its protocol has. @default 0 to 9, * and # */
  readonly keys?: readonly Digit[];
}
