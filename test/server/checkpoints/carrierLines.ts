import type { PeerMessage } from '../../../src/core/mediaAdapter.ts';
import { signJambonz } from '../../../src/server/adapters/jambonz/jambonzSignature.ts';
import { createPlivoPeer, createTelnyxPeer, createVonagePeer } from '../adapters/telephone/carrierPeers.ts';
import { nowS, WEBHOOKS, type Webhook } from '../adapters/telephone/carrierWebhooks.ts';

const JAMBONZ_SECRET = 'wh_secret_7Yt';
const PUBLIC = 'https://voice.example.com';

/** What a carrier sends and expects, of a call that comes back. */
export interface CarrierLine {
  readonly options: Readonly<Record<string, unknown>>;
  /** Its request for a call. */
  readonly body: string;
  /** Its request when the WebSocket of the call is closed. @default the same */
  readonly returnBody?: string;
  readonly sign: (body: string, url: string) => Promise<Record<string, string>> | Record<string, string>;
  /** The answer that connects the call to this address, and makes the carrier ask at the other one when it is closed. */
  readonly connected: (socketUrl: string, returnUrl: string) => string;
  /** The answer with which it asks again. */
  readonly asksAgain: (returnUrl: string) => string;
  readonly hangUp: string;
  readonly createPeer: () => { begin(): readonly PeerMessage[]; press(digit: string): readonly PeerMessage[] };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?><Response>';
const redirect = (url: string): string => `<Redirect method="POST">${url.replace('&', '&amp;')}</Redirect></Response>`;
const XML_ANSWERS: Pick<CarrierLine, 'asksAgain' | 'hangUp'> = {
  asksAgain: (url) => XML + redirect(url),
  hangUp: `${XML}<Hangup/></Response>`,
};
const VONAGE_CALL = { call_uuid: 'aaaa', conversation_uuid: 'CON-bbbb', from: '15550001', to: '15550002' };

export const CARRIER_LINES: Readonly<Record<string, CarrierLine>> = {
  telnyx: {
    ...ofWebhook('telnyx'),
    ...XML_ANSWERS,
    connected: (socketUrl, returnUrl) =>
      `${XML}<Connect><Stream url="${socketUrl}" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"/></Connect>` +
      redirect(returnUrl),
    createPeer: createTelnyxPeer,
  },
  plivo: {
    ...ofWebhook('plivo'),
    ...XML_ANSWERS,
    connected: (socketUrl, returnUrl) =>
      `${XML}<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">${socketUrl}</Stream>` +
      redirect(returnUrl),
    createPeer: createPlivoPeer,
  },
  vonage: {
    ...ofWebhook('vonage'),
    // The `uuid` is that of the WebSocket.
    returnBody: JSON.stringify({
      from: '15550002',
      to: 'wss://voice.example.com',
      uuid: 'cccc',
      conversation_uuid: 'CON-bbbb',
      status: 'disconnected',
      headers: VONAGE_CALL,
    }),
    connected: (uri, returnUrl) =>
      JSON.stringify([
        {
          action: 'connect',
          eventType: 'synchronous',
          eventUrl: [returnUrl],
          eventMethod: 'POST',
          endpoint: [{ type: 'websocket', uri, 'content-type': 'audio/l16;rate=16000', headers: VONAGE_CALL }],
        },
      ]),
    asksAgain: (returnUrl) =>
      JSON.stringify([{ action: 'notify', payload: VONAGE_CALL, eventUrl: [returnUrl], eventMethod: 'POST' }]),
    hangUp: '',
    createPeer: createVonagePeer,
  },
  jambonz: {
    options: { jambonz: { webhook_secret: JAMBONZ_SECRET } },
    body: '{"call_sid":"c1","account_sid":"a1","direction":"inbound","from":"+15550001","to":"+15550002"}',
    sign: (body) => ({
      'content-type': 'application/json',
      'jambonz-signature': signJambonz(JAMBONZ_SECRET, body, nowS()),
    }),
    connected: (url, returnUrl) =>
      JSON.stringify([
        {
          verb: 'listen',
          url,
          mixType: 'mono',
          sampleRate: 16_000,
          passDtmf: true,
          bidirectionalAudio: { enabled: true, streaming: true, sampleRate: 16_000 },
        },
        { verb: 'redirect', actionHook: { url: returnUrl, method: 'POST' } },
      ]),
    asksAgain: (url) => JSON.stringify([{ verb: 'redirect', actionHook: { url, method: 'POST' } }]),
    hangUp: '[{"verb":"hangup"}]',
    createPeer: () => ({
      begin: () => ['{"sampleRate":16000,"mixType":"mono","call_sid":"c1"}'],
      press: (digit) => [JSON.stringify({ event: 'dtmf', dtmf: digit, duration: '1600' })],
    }),
  },
};

function ofWebhook(name: string): Pick<CarrierLine, 'options' | 'body' | 'sign'> {
  const { options, body, sign } = WEBHOOKS[name] as Webhook;
  return { options, body, sign: (text, url) => sign(text, url, nowS()) };
}

/** A request of the carrier's to a node, at this address. */
export async function askAs(
  { sign }: CarrierLine,
  node: { readonly url: URL },
  url: string,
  body: string,
): Promise<string> {
  const response = await fetch(new URL(url.slice(PUBLIC.length), node.url), {
    method: 'POST',
    headers: await sign(body, url),
    body,
  });
  return response.text();
}
