import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { MediaSocket } from '../media/fromSocket.ts';

/** The answer to a client's offer. `refused` means that the client cannot be connected, for the reason in `detail`. */
export type RtcAnswer =
  | { readonly kind: 'refused'; readonly detail: string }
  | {
      readonly kind: 'answered';
      readonly sdp: string;
      /** Ends the connection once the sent messages have left, and releases all its resources. */
      readonly close: () => void;
    };

/** A client that has sent an offer. */
export interface RtcClient {
  /** The protocol of its data channel. */
  readonly adapter: MediaAdapter;
  /** The label of its data channel. @default the name of the protocol */
  readonly label?: string | undefined;
  readonly audio: AudioFormats;
  /** Called when audio and messages can flow. Attach listeners to the socket before returning. */
  opened(socket: MediaSocket): void;
  /** Called when the connection has ended, even if it was never opened. */
  ended(): void;
}

/** Connects clients over WebRTC. `createWebRtc` of `antiphon/webrtc` creates it. */
export interface WebRtc {
  /** Returns the adapter of a protocol over a data channel, with the audio in a separate track. */
  adapt(base: MediaAdapter): MediaAdapter;
  /**
   * Answers an offer.
   *
   * @throws (rejects with) AntiphonError `usage_invalid` if no candidate of this server is allowed
   */
  answer(offer: string, client: RtcClient): Promise<RtcAnswer>;
  /**
   * Releases the resources that connections share, once no connection is left. Called when the server has closed; a
   * later offer creates the resources again.
   */
  close(): void;
}
