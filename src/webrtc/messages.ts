/** The messages between this process and the thread with the connections. `id` identifies a connection. */

/** How connections reach the network. */
export interface NetworkSettings {
  readonly iceServers: readonly IceServerSettings[];
  readonly allowPrivate: boolean;
  /** Addresses of this machine; empty for all of them. */
  readonly addresses: readonly string[];
  readonly portRange: readonly [number, number] | undefined;
}

export interface IceServerSettings {
  readonly urls: string | string[];
  readonly username?: string;
  readonly credential?: string;
}

/** One client, as its offer describes it. */
export interface PeerSettings {
  readonly offer: string;
  /** The label of its data channel. */
  readonly label: string;
  /** In Hz. */
  readonly inputRate: number;
  readonly outputRate: number;
}

export type ToThread =
  | { readonly kind: 'answer'; readonly id: number; readonly peer: PeerSettings }
  /** A frame of `frames.ts`, or audio. */
  | { readonly kind: 'send'; readonly id: number; readonly data: string | Uint8Array }
  | { readonly kind: 'ping'; readonly id: number }
  /** Ends the connection after 500 ms, so that its messages can leave and the client is notified. */
  | { readonly kind: 'close'; readonly id: number };

export type FromThread =
  | { readonly kind: 'answered'; readonly id: number; readonly sdp: string }
  | { readonly kind: 'refused'; readonly id: number; readonly detail: string; readonly isOwn: boolean }
  | { readonly kind: 'opened'; readonly id: number }
  | { readonly kind: 'received'; readonly id: number; readonly data: string | Uint8Array }
  /** Reports that the oldest messages, or frames of audio, are no longer queued. */
  | { readonly kind: 'left'; readonly id: number; readonly of: 'texts' | 'audio'; readonly count: number }
  | { readonly kind: 'pong'; readonly id: number }
  /** Reports the end of a connection. With `isLost`, the network ended it; otherwise, the client did. */
  | { readonly kind: 'closed'; readonly id: number; readonly isLost: boolean }
  /** Reports a failure in the thread, which continues. */
  | { readonly kind: 'failed'; readonly message: string };
