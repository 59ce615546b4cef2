import { createRtcAdapter } from '../../../src/webrtc/rtcAdapter.ts';
import type { RtcClient, WebRtc } from '../../../src/server/webrtc/webRtc.ts';

/** The SDP of every answer. */
export const ANSWER = 'v=0\r\ns=answer\r\n';
/** An offer that a client may make. */
export const OFFER: string = [
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=rtpmap:111 opus/48000/2',
  'a=fingerprint:sha-256 00',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  '',
].join('\r\n');

export interface RtcDouble {
  readonly webrtc: WebRtc;
  readonly clients: RtcClient[];
  readonly closed: () => number;
  /** Resolves when there is an offer. */
  readonly offered: Promise<void>;
  /** Resolves when a connection is closed. */
  readonly ended: Promise<void>;
}

/** Connections that never open by themselves. `ready`: when they are answered. */
export function createRtcDouble(answer: string = ANSWER, ready: Promise<void> = Promise.resolve()): RtcDouble {
  const clients: RtcClient[] = [];
  let closed = 0;
  let [noteOffer, noteEnd]: (() => void)[] = [];
  const offered = new Promise<void>((resolve) => (noteOffer = resolve));
  const ended = new Promise<void>((resolve) => (noteEnd = resolve));
  const webrtc: WebRtc = {
    adapt: createRtcAdapter,
    answer: async (_offer, client) => {
      clients.push(client);
      noteOffer?.();
      await ready;
      const close = (): void => {
        closed += 1;
        noteEnd?.();
        client.ended();
      };
      return answer === '' ? { kind: 'refused', detail: 'no' } : { kind: 'answered', sdp: answer, close };
    },
    close: () => undefined,
  };
  return { webrtc, clients, closed: () => closed, offered, ended };
}
