/** The messages between this process and the thread that holds the connections. `id`: that of a connection. */

/** How connections reach the network. */
export interface NetworkSettings {
  readonly iceServers: readonly IceServerSettings[];
  readonly allowPrivate: boolean;
  /** Addresses of this machine; empty: all of them. */
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
  /** Ends the connection in 500 ms: its messages leave, and the client gets to know. */
  | { readonly kind: 'close'; readonly id: number };

export type FromThread =
  | { readonly kind: 'answered'; readonly id: number; readonly sdp: string }
  | { readonly kind: 'refused'; readonly id: number; readonly detail: string; readonly isOwn: boolean }
  | { readonly kind: 'opened'; readonly id: number }
  | { readonly kind: 'received'; readonly id: number; readonly data: string | Uint8Array }
  /** The oldest messages, or frames of audio, that wait no longer. */
  | { readonly kind: 'left'; readonly id: number; readonly of: 'texts' | 'audio'; readonly count: number }
  | { readonly kind: 'pong'; readonly id: number }
  /** `isLost`: the network has ended it; else the client has. */
  | { readonly kind: 'closed'; readonly id: number; readonly isLost: boolean }
  /** What failed in the thread, which goes on. */
  | { readonly kind: 'failed'; readonly message: string };
