import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { createWebRtc } from '../../src/webrtc/createWebRtc.ts';
import { launch } from '../browser/chromium.ts';
import type { Dialect } from './dialect.ts';
import { listenIn } from './pageEar.ts';
import { openUdpRelay, type Datagram, type UdpRelay } from './udpRelay.ts';
import { WEBRTC_PAGE } from './webRtcPage.ts';

/** Flags of Chromium: candidates of loopback, as addresses instead of names. */
export const ON_LOOPBACK: readonly string[] = [
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

/** A packet of the agent's audio. */
const PACKET_MS = 20;

export interface WebRtcDialectOptions {
  /** Which datagrams are lost. @default none */
  readonly isLost?: ((datagram: Datagram) => boolean) | undefined;
  /** Receives the way of the datagrams. */
  readonly relayed?: ((relay: UdpRelay) => void) | undefined;
}

/**
 * A page of Chromium. The sound of the agent's that was sent to it counts as played: not the silence that is sent where no more has come yet. The
 * relay counts it, in the process of the server: how busy the page is makes no difference.
 */
export function createWebRtcDialect({ isLost, relayed }: WebRtcDialectOptions = {}): Dialect {
  return {
    options: { webrtc: createWebRtc({ allow_private_candidates: true, addresses: ['127.0.0.1'] }) },
    isUneven: true,
    connect: async (url, { hear } = {}) => {
      const browser = await launch(undefined, 'always', ON_LOOPBACK);
      const relays: UdpRelay[] = [];
      const page = await browser.newPage();
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      await page.exposeFunction('exchange', async (offer: string) => {
        const { answer, relay } = await exchangeOverRelay(url, offer, isLost);
        relays.push(relay);
        relayed?.(relay);
        return answer;
      });
      await page.exposeFunction('hasEnded', () => end());
      await listenIn(page, hear);
      await page.evaluate(WEBRTC_PAGE);
      return {
        speak: (ms) => page.evaluate(`hold(${ms}, true)`),
        listen: (ms) => page.evaluate(`hold(${ms}, false)`),
        playedMs: () => PACKET_MS * relays.reduce((packets, { soundToClient }) => packets + soundToClient(), 0),
        ended,
        close: () => {
          void browser.close();
          for (const relay of relays) relay.close();
        },
      };
    },
  };
}

/** Starts a session with an offer, and returns the answer, which leads to a relay. The server knows no other way to the page. */
export async function exchangeOverRelay(
  url: string,
  offer: string,
  isLost?: (datagram: Datagram) => boolean,
): Promise<{ readonly answer: string; readonly relay: UdpRelay; readonly session_id: string }> {
  const { answer, session_id } = await exchange(url, withoutCandidates(offer));
  const relay = await openUdpRelay(portOf(answer), isLost);
  return { answer: answer.replaceAll(` ${portOf(answer)} typ host`, ` ${relay.port} typ host`), relay, session_id };
}

async function exchange(url: string, offer: string): Promise<{ readonly answer: string; readonly session_id: string }> {
  const started = await fetch(`${url}/v1/sessions`, { method: 'POST' });
  const { session_id, transport } = (await started.json()) as StartSessionResponse;
  const response = await fetch(`${url}/v1/sessions/${session_id}/webrtc`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${transport.token}` },
    body: offer,
  });
  return { answer: await response.text(), session_id };
}

function withoutCandidates(sdp: string): string {
  return sdp.replace(/^a=candidate:.*\r\n/gmu, '');
}

function portOf(sdp: string): number {
  return Number(/ 127\.0\.0\.1 (?<port>\d+) typ host/u.exec(sdp)?.groups?.['port']);
}
