import type { PeerMessage } from '../../../src/core/mediaAdapter.ts';
import { signJambonz } from '../../../src/server/adapters/jambonz/jambonzSignature.ts';
import type { ReturningAnswers, Webhook } from '../adapters/telephone/carrierDouble.ts';
import { nowS } from '../adapters/telephone/carrierWebhooks.ts';
import { DOUBLES } from '../adapters/telephone/doubles.ts';

const JAMBONZ_SECRET = 'wh_secret_7Yt';
const PUBLIC = 'https://voice.example.com';

/** What a carrier sends and expects, of a call that comes back. */
export interface CarrierLine extends ReturningAnswers {
  readonly options: Readonly<Record<string, unknown>>;
  /** Its request for a call. */
  readonly body: string;
  readonly sign: (body: string, url: string) => Promise<Record<string, string>> | Record<string, string>;
  readonly createPeer: () => { begin(): readonly PeerMessage[]; press(digit: string): readonly PeerMessage[] };
}

export const CARRIER_LINES: Readonly<Record<string, CarrierLine>> = {
  ...Object.fromEntries(
    Object.entries(DOUBLES).flatMap(([name, { webhook, returning, createPeer }]) =>
      webhook === undefined || returning === undefined
        ? []
        : [[name, { ...ofWebhook(webhook), ...returning, createPeer }]],
    ),
  ),
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

function ofWebhook({ options, body, sign }: Webhook): Pick<CarrierLine, 'options' | 'body' | 'sign'> {
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
