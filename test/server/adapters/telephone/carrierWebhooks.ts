import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { SignJWT } from 'jose';
import { signPlivo } from '../../../../src/server/adapters/plivo/plivoSignature.ts';

export const SECRET = 'a secret of the account, 32 bytes';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

/** A carrier's request for a call. */
export interface Webhook {
  /** Options of the server, besides the address. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly body: string;
  /** What the handler gets. */
  readonly custom_data: object;
  /** The beginning and the end of the answer, around the address. */
  readonly answer: readonly [string, string];
  /** What a caller hears when the server is full: an answer, or a status. */
  readonly busy: string | number;
  /** Signs a request at a time, in seconds. */
  sign(body: string, url: string, atS: number): Promise<Record<string, string>> | Record<string, string>;
}

export const FORM = 'application/x-www-form-urlencoded';
const XML = '<?xml version="1.0" encoding="UTF-8"?><Response>';

export const WEBHOOKS: Readonly<Record<string, Webhook>> = {
  telnyx: {
    options: { telnyx: { public_key: PUBLIC_KEY } },
    body: 'CallSid=v3%3A1&AccountSid=19a75cea&From=%2B15550001&To=%2B15550002',
    custom_data: { call_sid: 'v3:1', account_sid: '19a75cea', from: '+15550001', to: '+15550002' },
    answer: [
      `${XML}<Connect><Stream url="`,
      '" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"/></Connect></Response>',
    ],
    busy: `${XML}<Reject reason="busy"/></Response>`,
    sign: (body, _url, atS) => ({
      'content-type': FORM,
      'telnyx-timestamp': `${atS}`,
      'telnyx-signature-ed25519': signWith(null, Buffer.from(`${atS}|${body}`), privateKey).toString('base64'),
    }),
  },
  plivo: {
    options: { plivo: { auth_token: SECRET } },
    body: 'CallUUID=97ceeb52&From=15550001&To=15550002&Direction=inbound',
    custom_data: { call_uuid: '97ceeb52', from: '15550001', to: '15550002', direction: 'inbound' },
    answer: [
      `${XML}<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">`,
      '</Stream></Response>',
    ],
    busy: `${XML}<Hangup reason="busy"/></Response>`,
    sign: (body, url, atS) => ({
      'content-type': FORM,
      'x-plivo-signature-v3': `another,${signPlivo(SECRET, url, `${atS}`, new URLSearchParams(body))}`,
      'x-plivo-signature-v3-nonce': `${atS}`,
    }),
  },
  vonage: {
    options: { vonage: { signature_secret: SECRET } },
    body: '{"from":"15550001","to":"15550002","uuid":"aaaa","conversation_uuid":"CON-bbbb"}',
    custom_data: { call_uuid: 'aaaa', conversation_uuid: 'CON-bbbb', from: '15550001', to: '15550002' },
    answer: [
      '[{"action":"connect","endpoint":[{"type":"websocket","uri":"',
      '","content-type":"audio/l16;rate=16000"}]}]',
    ],
    busy: 503,
    sign: async (body, _url, atS) => {
      const claims = { iss: 'Vonage', payload_hash: createHash('sha256').update(body).digest('hex') };
      const jwt = new SignJWT(claims).setIssuedAt(atS).setProtectedHeader({ alg: 'HS256' });
      return {
        'content-type': 'application/json',
        authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}`,
      };
    },
  },
};

/** The body of the same request for another call. */
export function bodyOf(body: string, call: string): string {
  return body.replace(/v3%3A1|97ceeb52|CON-bbbb|c1(?=")/u, call);
}

export const nowS = (): number => Math.floor(Date.now() / 1000);

/** Returns the address of the WebSocket in the answer to a request; throws for another answer. */
export function socketUrlIn({ answer: [before, after] }: Webhook, body: string): string {
  if (!body.startsWith(before) || !body.endsWith(after))
    throw new Error(`expected an answer that connects, got ${body}`);
  return body.slice(before.length, body.length - after.length);
}
