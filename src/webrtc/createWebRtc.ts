import type { RtcAnswer, RtcClient, WebRtc } from '../server/webrtc/webRtc.ts';
import { AntiphonError } from '../core/errors.ts';
import { requirePackages } from '../core/requirePackages.ts';
import type { PeerSettings } from './messages.ts';
import { createNetworkSettings, type WebRtcOptions } from './options.ts';
import { createRtcAdapter } from './rtcAdapter.ts';
import { RtcSocket } from './rtcSocket.ts';
import { createThread, type PeerEvent, type Thread } from './thread.ts';

/**
 * Creates the WebRTC connections for the option `webrtc` of a server. It needs the packages werift and libopus-wasm.
 * The connections share a thread, which starts with the first one and ends when the server is closed.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { serve } from 'antiphon/server';
 * import { createWebRtc } from 'antiphon/webrtc';
 *
 * declare const agent: Agent;
 * const webrtc = createWebRtc({ ice_servers: [{ urls: 'stun:stun.example.com:3478' }] });
 * await serve({ agent, realtime: {}, webrtc });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an invalid option, or if a package is not installed
 */
export function createWebRtc(options: WebRtcOptions = {}): WebRtc {
  const network = createNetworkSettings(options);
  requirePackages(['werift', 'libopus-wasm'], 'createWebRtc');
  const { on_failure: failed = ignore } = options;
  const thread = createThread({ network, failed: (message) => failed(new AntiphonError('internal', message)) });
  return {
    adapt: createRtcAdapter,
    answer: (offer, client) => answer(thread, offer, client),
    close: () => thread.close(),
  };
}

function answer(thread: Thread, offer: string, client: RtcClient): Promise<RtcAnswer> {
  return new Promise((resolve, reject) => {
    const receive = (event: PeerEvent): void => {
      socket.take(event);
      switch (event.kind) {
        case 'answered':
          return resolve({ kind: 'answered', sdp: event.sdp, close: () => socket.close() });
        case 'opened':
          return client.opened(socket);
        case 'refused':
          if (event.isOwn) reject(new AntiphonError('usage_invalid', event.detail));
          return resolve({ kind: 'refused', detail: event.detail });
        case 'closed':
          resolve({ kind: 'refused', detail: 'the connection has ended' });
          return client.ended();
        default:
          return;
      }
    };
    const line = thread.open(receive);
    const socket = new RtcSocket(line);
    line.post({ kind: 'answer', id: line.id, peer: toSettings(offer, client) });
  });
}

function toSettings(offer: string, { adapter, label = adapter.protocol, audio }: RtcClient): PeerSettings {
  return { offer, label, inputRate: audio.input.sample_rate, outputRate: audio.output.sample_rate };
}

function ignore(): void {}
