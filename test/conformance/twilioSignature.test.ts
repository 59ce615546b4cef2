import { createRequire } from 'node:module';
import { parse } from 'node:querystring';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSigned } from '../../src/server/adapters/twilio/signature.ts';
import { runs } from '../properties/runs.ts';
import { appWith } from '../server/support.ts';

interface TwilioHelper {
  validateRequest(authToken: string, signature: string, url: string, params: object): boolean;
  validateExpressRequest(request: object, authToken: string, options?: { protocol?: string; host?: string }): boolean;
  getExpectedTwilioSignature(authToken: string, url: string, params: object): string;
}

/** The official helper, which checks the same requests. */
const twilio = createRequire(import.meta.url)('twilio/lib/webhooks/webhooks.js') as TwilioHelper;

const TOKEN = '12345';
const FORM =
  'CallSid=CA1&From=%2B15550001&To=%2B15550002&SipHeader_X-Name=J+Doe&Empty=&Twice=b&Twice=a&Twice=b&Caf%C3%A9=%E6%BC%A2';

interface Request {
  readonly form?: string;
  readonly signedForm?: string;
  readonly token?: string;
}

/** Signs `signed` as Twilio does, and asks both whether that is the signature of a request for `url`. */
function judge(url: string, signed: string, { form = FORM, signedForm = form, token = TOKEN }: Request = {}) {
  const signature = twilio.getExpectedTwilioSignature(token, signed, parse(signedForm));
  return {
    helper: twilio.validateRequest(TOKEN, signature, url, parse(form)),
    ours: isSigned(signature, TOKEN, url, new URLSearchParams(form)),
  };
}

const SCHEMES = ['https', 'http', 'wss', 'ws'];
const PORTS = ['', ':443', ':80', ':8443'];
const TAILS = [
  '/v1/twilio/voice',
  '/phone/v1/twilio/voice?line=1',
  "/v1?name=O'Hara",
  '/v1?name=O%27Hara',
  '/v1?a=b%20c&a=d',
  '/v1?',
  '/v1?to=a@b',
  '/v1?to=a%40b',
  '/v1?x=(1)!*~',
  '/v1?x=漢',
  '/v1?a=1+2&b',
];
const addresses = SCHEMES.flatMap((scheme) => PORTS.map((port) => `${scheme}://voice.example.com${port}`));

describe('the signature of Twilio', () => {
  test.each(TAILS)('is accepted with a port and without one, as the official helper accepts it: %s', (tail) => {
    const verdicts = addresses.flatMap((called) =>
      addresses.map((signed) => ({ called, signed, ...judge(called + tail, signed + tail) })),
    );
    expect(verdicts.filter(({ helper, ours }) => helper !== ours)).toEqual([]);
    expect(
      verdicts.filter(({ ours, called, signed }) => ours && new URL(called).protocol !== new URL(signed).protocol),
    ).toEqual([]);
    for (const [called, signed] of [
      ['', ''],
      ['', ':443'],
      [':443', ''],
      [':443', ':443'],
      [':8443', ''],
      [':8443', ':8443'],
    ])
      expect(judge(`https://voice.example.com${called}${tail}`, `https://voice.example.com${signed}${tail}`).ours).toBe(
        true,
      );
  });

  test('is accepted with a query that is encoded in another way, as the official helper accepts it', () => {
    const called = 'https://voice.example.com';
    const verdicts = TAILS.flatMap((tail) =>
      TAILS.map((signed) => ({ tail, signed, ...judge(called + tail, called + signed) })),
    );
    expect(verdicts.filter(({ helper, ours }) => helper !== ours)).toEqual([]);
    expect(judge(`${called}/v1?name=O'Hara`, `${called}/v1?name=O%27Hara`).ours).toBe(true);
  });

  test('is that of an address with the digits of IPv6', () => {
    for (const called of ['', ':443', ':8443'])
      for (const signed of ['', ':443', ':8443'])
        expect(judge(`https://[2001:db8::1]${called}/v1`, `https://[2001:db8::1]${signed}/v1`)).toSatisfy(isAgreed);
  });

  test.each([
    ['another token', { token: '54321' }],
    ['another form', { signedForm: FORM.replace('CA1', 'CA2') }],
    ['a form without its last field', { signedForm: FORM.replace(/&[^&]*$/u, '') }],
    ['no form', { signedForm: '' }],
  ])('is refused by both for %s', (_, wrong) => {
    const url = 'https://voice.example.com/v1/twilio/voice';
    expect(judge(url, url, wrong)).toEqual({ helper: false, ours: false });
  });

  test.each(['', 'a', 'é', `${'A'.repeat(27)}=`])('is refused by both if it is none: %j', (signature) => {
    const url = 'https://voice.example.com/v1/twilio/voice';
    expect(twilio.validateRequest(TOKEN, signature, url, parse(FORM))).toBe(false);
    expect(isSigned(signature, TOKEN, url, new URLSearchParams(FORM))).toBe(false);
  });

  test('is accepted by both or by neither, whatever the form and the query are', () => {
    const pairs = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'B', '1', 'x-y', 'é', ' '), fc.string({ unit: 'binary', maxLength: 4 })),
      { maxLength: 6 },
    );
    const encoded = pairs.map((fields) => `${new URLSearchParams(fields)}`);
    const address = fc.constantFrom(...addresses);
    const tail = fc.oneof(
      encoded,
      fc.string({ unit: 'grapheme-ascii', maxLength: 8 }).map((text) => text.replaceAll(/[\s#]/gu, '')),
    );
    fc.assert(
      fc.property(address, address, tail, encoded, (called, signed, query, form) => {
        expect(judge(`${called}/v1?${query}`, `${signed}/v1?${query}`, { form })).toSatisfy(isAgreed);
      }),
      runs(200),
    );
  });
});

describe('behind a proxy', () => {
  const path = '/v1/twilio/voice';
  /** As the proxy sends it on: by http, to a port of its own. */
  const forwarded = {
    host: 'voice.example.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'voice.example.com',
    'x-forwarded-port': '443',
    'x-forwarded-for': '192.0.2.1',
  };

  async function ask(signed: string, headers: Readonly<Record<string, string>> = forwarded) {
    const app = await appWith({ public_url: 'https://voice.example.com', twilio: { auth_token: TOKEN } });
    const signature = twilio.getExpectedTwilioSignature(TOKEN, signed, parse(FORM));
    const ours = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: FORM,
    });
    const request = { protocol: 'http', headers, originalUrl: path, body: parse(FORM), header: () => signature };
    const helper = twilio.validateExpressRequest(request, TOKEN, { protocol: 'https', host: 'voice.example.com' });
    return { helper, ours: ours.statusCode };
  }

  test.each(['https://voice.example.com', 'https://voice.example.com:443'])(
    'a request that was signed for %s is accepted, as by the official helper that is told the address',
    async (origin) => expect(await ask(origin + path)).toEqual({ helper: true, ours: 200 }),
  );

  test.each([
    'http://voice.example.com',
    'https://voice.example.com:8443',
    'https://evil.example.com',
    'http://127.0.0.1:3000',
  ])('a request that was signed for %s is refused by both, whatever the headers of the proxy say', async (origin) => {
    const { protocol, host, port } = new URL(origin);
    const claims = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host, 'x-forwarded-port': port };
    expect(await ask(origin + path, { ...forwarded, ...claims })).toEqual({ helper: false, ours: 401 });
  });
});

function isAgreed({ helper, ours }: ReturnType<typeof judge>): boolean {
  return helper === ours;
}
