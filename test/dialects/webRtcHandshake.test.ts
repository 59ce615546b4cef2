// @module-tag chromium
import type { Browser, Page } from 'playwright-core';
import { VirtualTimeScheduler } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type RunningServer } from '../../src/server/serve.ts';
import { createWebRtc } from '../../src/webrtc/createWebRtc.ts';
import { launch } from '../browser/chromium.ts';
import { doubled } from '../server/support.ts';
import type { Datagram } from './udpRelay.ts';
import { exchangeOverRelay, ON_LOOPBACK } from './webRtc.ts';

type Place = Pick<Datagram, 'to' | 'protocol' | 'ofProtocol'>;

/** Up to the first messages: the handshakes of ICE, DTLS, SCTP and the data channel. */
const PLACES: readonly Place[] = [
  ...placesOf('server', 'STUN', 2),
  ...placesOf('client', 'STUN', 2),
  ...placesOf('server', 'DTLS', 6),
  ...placesOf('client', 'DTLS', 11),
];

/** Connects, and resolves with the type of the first message, or with how the connection has ended before. */
const PAGE = `
  const context = new AudioContext({ sampleRate: 48000 });
  const microphone = new MediaStreamAudioDestinationNode(context);
  globalThis.connect = async (place) => {
    const connection = new RTCPeerConnection();
    for (const track of microphone.stream.getTracks()) connection.addTrack(track, microphone.stream);
    const channel = connection.createDataChannel('antiphon.v1');
    const over = new Promise((resolve) => {
      channel.onmessage = ({ data }) => resolve(JSON.parse(data).type);
      channel.onclose = () => resolve('closed');
      connection.onconnectionstatechange = () => connection.connectionState === 'failed' && resolve('failed');
    });
    await connection.setLocalDescription();
    await connection.setRemoteDescription({ type: 'answer', sdp: await exchange(connection.localDescription.sdp, place) });
    return over.finally(() => connection.close());
  };
  true
`;

let server: RunningServer;
let browser: Browser;
let page: Page;
const relays: { close(): void }[] = [];
const sessions: string[] = [];

beforeAll(async () => {
  const webrtc = createWebRtc({ allow_private_candidates: true, addresses: ['127.0.0.1'] });
  // Whether they connect is asked, and not how long that takes on a busy machine.
  const scheduler = new VirtualTimeScheduler();
  server = await serve({ ...doubled({ webrtc, scheduler }), port: 0, page: false, drain_on_sigterm: false });
  browser = await launch(undefined, 'always', ON_LOOPBACK);
  page = await browser.newPage();
  await page.exposeFunction('exchange', async (offer: string, place: Place) => {
    const { answer, relay, session_id } = await exchangeOverRelay(server.url, offer, (datagram) =>
      isAt(place, datagram),
    );
    relays.push(relay);
    sessions.push(session_id);
    return answer;
  });
  await page.evaluate(PAGE);
});

afterAll(async () => {
  await browser.close();
  for (const relay of relays) relay.close();
  await server.close();
});

test.concurrent.each(PLACES)(
  'Chromium connects though datagram $ofProtocol of $protocol to the $to is lost',
  async (place) => expect(await page.evaluate(`connect(${JSON.stringify(place)})`)).toBe('session.started'),
);

test('a page that closes its connection has ended its session, long before its consent runs out', async () => {
  // Each page of the tests above has closed its own.
  for (const session of sessions) expect(await endOf(session)).toBe('ended_by_client');
  expect(sessions).toHaveLength(PLACES.length);
});

/** Asks until a session has ended, and returns the reason. */
async function endOf(session: string): Promise<unknown> {
  const response = await fetch(`${server.url}/v1/sessions/${session}`);
  const { state, reason } = (await response.json()) as { readonly state: string; readonly reason?: string };
  return state === 'ended' ? reason : endOf(session);
}

function placesOf(to: Place['to'], protocol: Place['protocol'], count: number): readonly Place[] {
  return Array.from({ length: count }, (_, at) => ({ to, protocol, ofProtocol: at + 1 }));
}

function isAt({ to, protocol, ofProtocol }: Place, datagram: Datagram): boolean {
  return datagram.to === to && datagram.protocol === protocol && datagram.ofProtocol === ofProtocol;
}
