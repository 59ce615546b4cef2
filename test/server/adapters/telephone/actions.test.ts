import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import type { LineActions } from '../../../../src/core/ports.ts';
import { createJambonzActions } from '../../../../src/server/adapters/jambonz/jambonzActions.ts';
import { createPlivoActions } from '../../../../src/server/adapters/plivo/plivoActions.ts';
import { createTelnyxActions } from '../../../../src/server/adapters/telnyx/telnyxActions.ts';
import { createVonageActions } from '../../../../src/server/adapters/vonage/vonageActions.ts';
import { appWith, problemIn } from '../../support.ts';
import { nowS, SECRET, WEBHOOKS } from './carrierWebhooks.ts';
import { serveRestApi } from './restApi.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC = 'https://voice.example.com/phone';
const { signal } = new AbortController();
const dialSettings = { action: `${PUBLIC}/t`, timeoutS: 20, callerId: '+15550002' };

type Action = (actions: LineActions) => PromiseLike<unknown> | undefined;
const hangUp: Action = ({ hangUp: act }) => act?.(signal);
const transfer =
  (target: string): Action =>
  ({ transfer: act }) =>
    act?.(target, signal);
const sendDigits =
  (digits: string): Action =>
  ({ sendDigits: act }) =>
    act?.(digits, signal);

/**
 * What the pages that the modules name show, with other values. Read 2026-11-26:
 *
 * - Telnyx: https://developers.telnyx.com/api-reference/call-commands, and the npm package `telnyx` 7.24.0, which posts to `/calls/{id}/actions/hangup`,
 *   and `send_dtmf`, and whose `call_sid` is "The call control ID of the created call." Its transfer is "POST /texml/Accounts/{account_sid}/Calls/{call_sid}" of
 *   https://developers.telnyx.com/api-reference/texml-rest-commands/update-call, a form with `Texml`: "TeXML to replace the current one with."
 * - Plivo: https://www.plivo.com/docs/voice/detailed-reference/api/call/hangup-a-call/: "DELETE https://api.plivo.com/v1/Account/{auth_id}/Call/{call_uuid}/",
 *   which answers 204. The npm package `plivo` 4.79.0 sends the same.
 * - jambonz: https://docs.jambonz.org/reference/rest-call-control/calls/update-call: "PUT https://api.jambonz.cloud/v1/Accounts/:AccountSid/Calls/:CallSid", with
 *   `dtmf` or `tag` among its fields.
 */
const LINES: Readonly<
  Record<
    string,
    {
      create(apiUrl: string): LineActions;
      readonly authorization: RegExp;
      /** A text is the body as it is sent. */
      readonly requests: readonly (readonly [Action, string, object | string | null])[];
    }
  >
> = {
  Telnyx: {
    create: (apiUrl) =>
      createTelnyxActions({ apiUrl, apiKey: SECRET, callControlId: 'v3:1', accountSid: 'a1', dialSettings }),
    authorization: new RegExp(`^Bearer ${SECRET}$`, 'u'),
    requests: [
      [hangUp, 'POST /calls/v3%3A1/actions/hangup', {}],
      [transfer('+15550003'), 'POST /texml/Accounts/a1/Calls/v3%3A1', dialled('<Number>+15550003</Number>')],
      [transfer('sip:a@example.com'), 'POST /texml/Accounts/a1/Calls/v3%3A1', dialled('<Sip>sip:a@example.com</Sip>')],
      [transfer('<Play>&'), 'POST /texml/Accounts/a1/Calls/v3%3A1', dialled('<Number>&lt;Play>&amp;</Number>')],
      [sendDigits('1w2#'), 'POST /calls/v3%3A1/actions/send_dtmf', { digits: '1w2#' }],
    ],
  },
  Plivo: {
    create: (apiUrl) =>
      createPlivoActions({ apiUrl, authId: 'MA1', authToken: SECRET, callUuid: '97', transferUrl: `${PUBLIC}/t` }),
    authorization: new RegExp(`^Basic ${Buffer.from(`MA1:${SECRET}`).toString('base64')}$`, 'u'),
    requests: [
      [hangUp, 'DELETE /Account/MA1/Call/97/', null],
      [
        transfer('+15550003'),
        'POST /Account/MA1/Call/97/',
        { legs: 'aleg', aleg_url: `${PUBLIC}/t?to=%2B15550003`, aleg_method: 'POST' },
      ],
      [sendDigits('12#'), 'POST /Account/MA1/Call/97/DTMF/', { digits: '12#' }],
    ],
  },
  jambonz: {
    create: (apiUrl) => createJambonzActions({ apiUrl, apiKey: SECRET, accountSid: 'a1', callSid: 'c1' }),
    authorization: new RegExp(`^Bearer ${SECRET}$`, 'u'),
    requests: [
      [transfer('+15550003'), 'PUT /Accounts/a1/Calls/c1', { tag: { antiphon_transfer: '+15550003' } }],
      [sendDigits('1'), 'PUT /Accounts/a1/Calls/c1', { dtmf: { digit: '1' } }],
    ],
  },
  Vonage: {
    create: (apiUrl) =>
      createVonageActions({
        apiUrl,
        applicationId: 'app',
        privateKey,
        callUuid: 'aa',
        dialSettings,
        createReturn: () => Promise.resolve(`${PUBLIC}/t?call=x`),
      }),
    authorization: /^Bearer ey/u,
    requests: [
      [hangUp, 'PUT /calls/aa', { action: 'hangup' }],
      [transfer('+15550003'), 'PUT /calls/aa', transferTo({ type: 'phone', number: '15550003' })],
      [transfer('sip:a@example.com'), 'PUT /calls/aa', transferTo({ type: 'sip', uri: 'sip:a@example.com' })],
      [sendDigits('12#'), 'PUT /calls/aa/dtmf', { digits: '12#' }],
    ],
  },
};

function dialled(target: string): string {
  const dial = `<Dial action="${PUBLIC}/t" method="POST" timeout="20" callerId="+15550002">${target}</Dial>`;
  return `${new URLSearchParams({ Texml: `<?xml version="1.0" encoding="UTF-8"?><Response>${dial}</Response>` })}`;
}

function transferTo(endpoint: object): object {
  const asking = { eventType: 'synchronous', eventUrl: [`${PUBLIC}/t?call=x`], eventMethod: 'POST' };
  const ncco = [{ action: 'connect', from: '15550002', timeout: 20, ...asking, endpoint: [endpoint] }];
  return { action: 'transfer', destination: { type: 'ncco', ncco } };
}

describe.each(Object.entries(LINES))('a call over %s', (_, { create, authorization, requests }) => {
  const [[first]] = requests as [readonly [Action, string, object | string | null]];

  it('is hung up, transferred, and sent keys by the API, with the credentials of its account', async () => {
    const api = await serveRestApi();
    for (const [act] of requests) await act(create(api.url));
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual(
      requests.map(([, path, body]) => [
        path,
        typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body),
      ]),
    );
    for (const request of api.requests) expect(request.authorization).toMatch(authorization);
  });

  it.each([301, 401, 404, 500])('goes on if the carrier answers %i, and no error has the key', async (status) => {
    const { url } = await serveRestApi(status);
    const error = await Promise.resolve(first(create(url))).catch(String);
    expect(error).toMatch(status === 301 ? /fetch failed/u : `the carrier has answered ${status}`);
    expect(error).not.toContain(SECRET);
  });

  it('waits no longer than it is waited for', async () => {
    const { url } = await serveRestApi('never');
    const controller = new AbortController();
    const { hangUp: end, transfer: connect } = create(url);
    const work = Promise.resolve(end?.(controller.signal) ?? connect?.('+15550003', controller.signal));
    controller.abort();
    await expect(work).rejects.toThrow(/aborted/u);
  });
});

it.each(['Plivo', 'Vonage', 'jambonz'])(
  '%s is sent no pauses between keys, which its API does not name',
  async (carrier) => {
    const api = await serveRestApi();
    const work = sendDigits('1w2')(LINES[carrier]?.create(api.url) as LineActions);
    await expect(work).rejects.toThrow('expected no w');
    expect(api.requests).toEqual([]);
  },
);

it('jambonz gets a request for each key, in order', async () => {
  const api = await serveRestApi(202);
  await sendDigits('42#')(LINES['jambonz']?.create(api.url) as LineActions);
  expect(api.requests.map(({ body }) => body)).toEqual([
    '{"dtmf":{"digit":"4"}}',
    '{"dtmf":{"digit":"2"}}',
    '{"dtmf":{"digit":"#"}}',
  ]);
});

it('requests to Vonage have a JWT of the application, for a minute', async () => {
  const api = await serveRestApi();
  await hangUp(LINES['Vonage']?.create(api.url) as LineActions);
  const jwt = api.requests[0]?.authorization?.slice('Bearer '.length) ?? '';
  const { payload } = await jwtVerify(jwt, createPublicKey(privateKey), { algorithms: ['RS256'] });
  expect(payload).toEqual({
    application_id: 'app',
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 60,
    jti: expect.any(String),
  });
});

describe('POST /v1/plivo/transfer', () => {
  const ask = async (query: string, signedQuery = query) => {
    const app = await appWith({ public_url: PUBLIC, plivo: { auth_token: SECRET } });
    const path = '/v1/plivo/transfer';
    const body = 'CallUUID=97';
    const headers = await WEBHOOKS['plivo']?.sign(body, `${PUBLIC}${path}${signedQuery}`, nowS());
    return app.inject({
      method: 'POST',
      url: path + query,
      headers: { host: 'voice.example.com', ...headers },
      payload: body,
    });
  };

  it.each([
    ['?to=%2B15550003', '<Number>+15550003</Number>'],
    ['?to=sip%3Aa%40example.com', '<User>sip:a@example.com</User>'],
    ['?to=%3CPlay%3E%26', '<Number>&lt;Play>&amp;</Number>'],
  ])('connects the caller with the target: %s', async (query, dialled) => {
    const answer = await ask(query);
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      `<?xml version="1.0" encoding="UTF-8"?><Response><Dial action="${PUBLIC}/v1/plivo/transferred" method="POST" timeout="30">${dialled}</Dial></Response>`,
    ]);
  });

  it('is answered to Plivo only, whose signature covers the target', async () => {
    expect(problemIn(await ask('?to=%2B15550003', '?to=%2B15550004'))).toMatchObject({ status: 401 });
  });

  it('needs a target', async () => {
    expect(problemIn(await ask(''))).toMatchObject({ status: 400, code: 'bad_request' });
  });
});

it.each([
  [{ telnyx: { ...WEBHOOKS['telnyx']?.options['telnyx'], api_key: '' } }, 'telnyx.api_key: expected an API key'],
  [{ plivo: { auth_token: SECRET, auth_id: '' } }, 'plivo.auth_id: expected the auth id of the account'],
  [{ plivo: { auth_token: SECRET, api_url: 'http://example.com' } }, 'plivo.api_url: expected an https address'],
  [{ jambonz: { webhook_secret: SECRET, api_key: '' } }, 'jambonz.api_key: expected an API key of the account'],
  [
    { jambonz: { webhook_secret: SECRET, api_url: 'http://example.com' } },
    'jambonz.api_url: expected an https address',
  ],
  [{ vonage: { signature_secret: SECRET, application_id: 'app' } }, 'vonage.private_key: expected the RSA private key'],
  [{ vonage: { signature_secret: SECRET, private_key: 'x' } }, 'vonage.application_id: expected the id'],
  [
    { vonage: { signature_secret: SECRET, application_id: 'app', private_key: 'not PEM' } },
    'vonage.private_key: expected the RSA private key of the application in PEM, because application_id is set, got something else',
  ],
])('options that break a rule are refused', async (given, message) => {
  const options = { public_url: PUBLIC, ...given } as Parameters<typeof appWith>[0];
  await expect(appWith(options)).rejects.toThrow(message);
});
