import { once } from 'node:events';
import type { FastifyInstance, FastifyServerOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { StartSessionResponse } from '../../../../src/core/sessionRequests.ts';
import { sign } from '../../../../src/server/adapters/twilio/signature.ts';
import {
  agentWith,
  appWith,
  authenticate,
  config,
  listening,
  openSocket,
  problemIn,
  readRefusal,
} from '../../support.ts';

const AUTH_TOKEN = '12345';
const PUBLIC = 'https://voice.example.com/phone';
const options = { public_url: PUBLIC, twilio: { auth_token: AUTH_TOKEN } };
const FORM = new URLSearchParams({ CallSid: 'CA1', AccountSid: 'AC1', From: '+15550001', To: '+15550002' });

interface Dialled {
  readonly url?: string;
  readonly signature?: string;
  readonly form?: URLSearchParams;
  readonly host?: string;
}

function dial(
  app: FastifyInstance,
  { url = '/v1/twilio/voice', signature, form = FORM, host = 'voice.example.com' }: Dialled = {},
) {
  const signed = signature ?? sign(AUTH_TOKEN, PUBLIC + url, form);
  return app.inject({
    method: 'POST',
    url,
    headers: {
      host,
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signed,
    },
    payload: form.toString(),
  });
}

/** The path of the socket that the TwiML names. */
function socketIn({ body }: LightMyRequestResponse): string {
  const found = /<Stream url="wss:\/\/voice\.example\.com\/phone(?<path>\/v1\/twilio\/media\/[^"]+)"\/>/u.exec(body);
  return found?.groups?.['path'] ?? '';
}

describe('the signature of a request', () => {
  it('is that of the example in the documentation of Twilio', () => {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    });
    const url = 'https://example.com/myapp.php?foo=1&bar=2';
    expect(sign('12345', url, form)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=');
  });
});

describe('POST /v1/twilio/voice', () => {
  it('starts a session, and connects the call to it with a token of its own', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const answer = await dial(await appWith({ ...options, agent }));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(socketIn(answer)).toMatch(/^\/v1\/twilio\/media\/ek_/u);
    expect(seen).toEqual([
      { provider: 'twilio', call_sid: 'CA1', account_sid: 'AC1', from: '+15550001', to: '+15550002' },
    ]);
  });

  it('gives all that Twilio says of the call, and the query, to the agent', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const form = new URLSearchParams({
      CallSid: 'CA1',
      Direction: 'inbound',
      AnsweredBy: 'human',
      StirVerstat: 'TN-Validation-Passed-A',
      'SipHeader_X-Account': '42',
      provider: 'another',
    });
    await dial(await appWith({ ...options, agent }), { url: '/v1/twilio/voice?line=1&line=2&lang=de', form });
    expect(seen).toEqual([
      {
        provider: 'twilio',
        call_sid: 'CA1',
        direction: 'inbound',
        answered_by: 'human',
        stir_verstat: 'TN-Validation-Passed-A',
        sip_headers: { 'X-Account': '42' },
        query: { line: '1', lang: 'de' },
      },
    ]);
  });

  // As `validateRequest` of the npm package `twilio` 6.3.1 takes them: test/conformance/twilioSignature.test.ts.
  it.each([
    ['https://voice.example.com', 'https://voice.example.com', ''],
    ['https://voice.example.com', 'https://voice.example.com:443', ''],
    ['https://voice.example.com:443', 'https://voice.example.com:443', ''],
    ['https://voice.example.com:8443', 'https://voice.example.com:8443', ''],
    ['https://voice.example.com:8443', 'https://voice.example.com', ''],
    ['http://127.0.0.1:8080', 'http://127.0.0.1', ''],
    ['https://voice.example.com', 'https://voice.example.com', '?line=1'],
    ['https://voice.example.com', 'https://voice.example.com:443', '?line=1'],
  ])('takes the signature of %s as that of %s%s', async (publicUrl, signed, query) => {
    const app = await appWith({ ...options, public_url: `${publicUrl}/phone` });
    const url = `/v1/twilio/voice${query}`;
    const signature = sign(AUTH_TOKEN, `${signed}/phone${url}`, FORM);
    const answer = await dial(app, { url, signature, host: new URL(publicUrl).host });
    expect(answer.statusCode).toBe(200);
  });

  it('takes the signature of a query that Twilio has encoded anew', async () => {
    const signature = sign(AUTH_TOKEN, `${PUBLIC}/v1/twilio/voice?to=a%40b`, FORM);
    const answer = await dial(await appWith(options), { url: '/v1/twilio/voice?to=a@b', signature });
    expect(answer.statusCode).toBe(200);
  });

  it.each<[string, Dialled]>([
    ['another token', { signature: sign('54321', `${PUBLIC}/v1/twilio/voice`, FORM) }],
    ['another URL', { signature: sign(AUTH_TOKEN, 'https://voice.example.com/v1/twilio/voice', FORM) }],
    ['another form', { signature: sign(AUTH_TOKEN, `${PUBLIC}/v1/twilio/voice`, new URLSearchParams()) }],
    ['no signature', { signature: '' }],
  ])('refuses the signature of %s', async (_what, dialled) => {
    expect(problemIn(await dial(await appWith(options), dialled))).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('lets the caller hear that the line is busy when the server is full', async () => {
    const app = await appWith({ ...options, max_sessions: 1 });
    await dial(app);
    const form = new URLSearchParams({ CallSid: 'CA2' });
    expect((await dial(app, { form })).body).toContain('<Response><Reject reason="busy"/></Response>');
  });

  it('is not there without the option', async () => {
    expect((await dial(await appWith({ public_url: PUBLIC }))).statusCode).toBe(404);
  });

  it.each([
    [
      { twilio: { auth_token: 'x' } },
      'public_url: expected the address at which the carrier reaches this server, because twilio is set, got none',
    ],
    [
      { ...options, twilio: { auth_token: '' } },
      'twilio.auth_token: expected the auth token of the account, got an empty string',
    ],
    [
      { ...options, twilio: { auth_token: 'x', max_duration: 0 } },
      'twilio.max_duration: expected seconds from 1 to 86400, got 0',
    ],
    [
      { ...options, twilio: { auth_token: 'x', api_url: 'http://example.com' } },
      'twilio.api_url: expected an https address, or an http address on this machine, got another',
    ],
    [
      { ...options, twilio: { auth_token: 'x', signed_streams: 'no' as unknown as boolean } },
      'twilio.signed_streams: expected true or false, got string',
    ],
  ])('refuses options that break a rule', async (given, message) => {
    await expect(appWith(given)).rejects.toMatchObject({ code: 'usage_invalid', message });
  });
});

describe('POST /v1/twilio/transferred', () => {
  const ask = async (DialCallStatus: string) => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const app = await appWith({ ...options, agent });
    const form = new URLSearchParams({ CallSid: 'CA1', DialCallStatus });
    return { answer: await dial(app, { url: '/v1/twilio/transferred', form }), seen };
  };

  it.each(['no-answer', 'busy', 'failed'])(
    'brings a caller back to the agent whose transfer was not answered: %s',
    async (status) => {
      const { answer, seen } = await ask(status);
      expect(socketIn(answer)).toMatch(/^\/v1\/twilio\/media\/ek_/u);
      expect(seen).toEqual([{ provider: 'twilio', call_sid: 'CA1', dial_call_status: status, transfer: 'unanswered' }]);
    },
  );

  it.each(['completed', 'canceled'])('ends a call whose transfer is over: %s', async (status) => {
    const { answer, seen } = await ask(status);
    expect([answer.body, seen]).toEqual(['<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>', []]);
  });

  it('is answered to Twilio only', async () => {
    const app = await appWith(options);
    const signature = sign('54321', `${PUBLIC}/v1/twilio/transferred`, FORM);
    expect((await dial(app, { url: '/v1/twilio/transferred', signature })).statusCode).toBe(401);
  });

  it.each([0, 601, Number.NaN])('a target that rings for %d s is refused', async (transfer_timeout) => {
    await expect(appWith({ ...options, twilio: { auth_token: 'x', transfer_timeout } })).rejects.toThrow(
      `twilio.transfer_timeout: expected seconds from 5 to 600, got ${transfer_timeout}`,
    );
  });
});

describe('the socket of a call', () => {
  it('connects it once: its token is used then', async () => {
    const call = await dialled();
    await once(call.open(), 'open');
    expect((await readRefusal(call.open())).problem.code).toBe('token_used');
  });

  it.each([
    ['no signature', () => ({})],
    ['an empty signature', () => ({ 'x-twilio-signature': '' })],
    ['that of another account', (url: string) => signed(url, '54321')],
    ['that of the address without a token', () => signed('wss://voice.example.com/phone/v1/twilio/media')],
    ['that of https', (url: string) => signed(url.replace('wss', 'https'))],
    ['that of another host', (url: string) => signed(url.replace('voice', 'voice2'))],
  ])('refuses %s, and lets the call in after that', async (_what, headersOf) => {
    const call = await dialled();
    const { status, problem } = await readRefusal(call.open(headersOf(call.url)));
    expect([status, problem.code]).toEqual([401, 'unauthorized']);
    await once(call.open(), 'open');
  });

  it('needs no signature of a carrier that signs none, and refuses a wrong one', async () => {
    const call = await dialled({ twilio: { auth_token: AUTH_TOKEN, signed_streams: false } });
    expect((await readRefusal(call.open(signed(call.url, '54321')))).status).toBe(401);
    await once(call.open({}), 'open');
  });

  it('is not logged: its address is its token', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const call = await dialled({}, { logger: { level: 'trace', stream } });
    await readRefusal(call.open({}));
    await once(call.open(), 'open');
    await readRefusal(call.open());
    expect(lines.join('')).toContain('client joined');
    expect(lines.join('')).not.toContain(call.url.split('/').at(-1));
    expect(lines.join('')).not.toContain(signed(call.url)['x-twilio-signature']);
  });

  it('refuses the token of a session of another protocol, one that is none, and none', async () => {
    const call = await dialled({ authenticate });
    const headers = { host: 'voice.example.com' };
    const other = await call.app.inject({ method: 'POST', url: '/v1/sessions', headers });
    const { token } = other.json<StartSessionResponse>().transport;
    for (const wrong of ['', 'ek_x', token]) {
      const path = `/v1/twilio/media/${wrong}`;
      const { status, problem } = await readRefusal(call.open(signed(`${PUBLIC.replace('http', 'ws')}${path}`), path));
      expect([status, problem.code]).toEqual([401, 'token_invalid']);
    }
  });
});

interface DialledCall {
  readonly app: FastifyInstance;
  /** Of the WebSocket, as Twilio opens it. */
  readonly url: string;
  /** Opens a WebSocket. `headers`: @default those of Twilio. `path`: @default that of the call */
  open(headers?: Record<string, string>, path?: string): WebSocket;
}

async function dialled(changes: object = {}, own: FastifyServerOptions = {}): Promise<DialledCall> {
  const app = await appWith({ ...options, ...changes }, undefined, own);
  const { host } = await listening(app);
  const path = socketIn(await dial(app));
  const url = PUBLIC.replace('http', 'ws') + path;
  return {
    app,
    url,
    open: (headers = signed(url), at = path) => openSocket(`ws://${host}${at}`, { protocols: [], headers }),
  };
}

function signed(url: string, token = AUTH_TOKEN): Record<string, string> {
  return { 'x-twilio-signature': sign(token, url, new URLSearchParams()) };
}
