import { once } from 'node:events';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { isJambonzSigned, signJambonz } from '../../../../src/server/adapters/jambonz/jambonzSignature.ts';
import {
  agentWith,
  appWith,
  config,
  listening,
  messageContaining,
  openSocket,
  problemIn,
  readRefusal,
} from '../../support.ts';
import { serveRestApi } from '../telephone/restApi.ts';
import { CALL } from './fakeJambonz.ts';

const SECRET = 'wh_secret_7Yt';
const PUBLIC = 'https://voice.example.com/phone';
const options = { public_url: PUBLIC, jambonz: { webhook_secret: SECRET } };
/** As jambonz-feature-server writes it: `lib/middleware.js`, in snake case. */
const BODY = JSON.stringify({
  sip: { headers: { from: '<sip:+15550001@192.0.2.1>' }, body: '' },
  call_sid: 'c1',
  direction: 'inbound',
  from: '+15550001',
  to: '+15550002',
  sip_status: 100,
  account_sid: 'a1',
  defaults: { synthesizer: { vendor: 'google' } },
});

function ask(app: FastifyInstance, url: string, payload: string, signature?: string): Promise<LightMyRequestResponse> {
  const signed = signature ?? signJambonz(SECRET, payload, Math.floor(Date.now() / 1000));
  const headers = { host: 'voice.example.com', 'content-type': 'application/json', 'jambonz-signature': signed };
  return app.inject({ method: 'POST', url, headers, payload });
}

function dial(app: FastifyInstance, signature?: string, payload = BODY): Promise<LightMyRequestResponse> {
  return ask(app, '/v1/jambonz/voice', payload, signature);
}

describe('the signature of a request', () => {
  // openssl: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  it('is the HMAC of its time and its body', () => {
    expect(signJambonz('secret', '{"a":1}', 1_700_000_000)).toBe(
      't=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
    );
  });

  it.each([
    [300_000, true],
    [301_000, false],
    [-301_000, false],
  ])('%i ms later holds: %s', (laterMs, holds) => {
    expect(isJambonzSigned(signJambonz('secret', '{}', 1000), 'secret', '{}', 1_000_000 + laterMs)).toBe(holds);
  });
});

describe('POST /v1/jambonz/voice', () => {
  it('starts a session, and lets jambonz listen to it with a token of its own', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const answer = await dial(await appWith({ ...options, agent }));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      {
        verb: 'listen',
        url: expect.stringMatching(/^wss:\/\/voice\.example\.com\/phone\/v1\/jambonz\/media\/ek_/u),
        mixType: 'mono',
        sampleRate: 16_000,
        passDtmf: true,
        bidirectionalAudio: { enabled: true, streaming: true, sampleRate: 16_000 },
      },
      { verb: 'hangup' },
    ]);
    const fields = { call_sid: 'c1', account_sid: 'a1', direction: 'inbound', from: '+15550001', to: '+15550002' };
    expect(seen).toEqual([{ provider: 'jambonz', ...fields }]);
  });

  it.each([
    ['another secret', signJambonz('another', BODY, Math.floor(Date.now() / 1000))],
    ['another body', signJambonz(SECRET, '{}', Math.floor(Date.now() / 1000))],
    ['another time', signJambonz(SECRET, BODY, 1000)],
    ['no signature', ''],
  ])('refuses the signature of %s', async (_, signature) => {
    expect(problemIn(await dial(await appWith(options), signature))).toMatchObject({ status: 401 });
  });

  it('refuses a signed body that is no JSON', async () => {
    expect(problemIn(await dial(await appWith(options), undefined, '{'))).toMatchObject({ code: 'bad_request' });
  });

  it('lets the caller hear that the line is busy when the server is full', async () => {
    const app = await appWith({ ...options, max_sessions: 1 });
    await dial(app);
    const another = BODY.replace(/"call_sid":"/u, '$&another');
    expect((await dial(app, undefined, another)).json()).toEqual([
      { verb: 'sip:decline', status: 486, reason: 'Busy Here' },
    ]);
  });

  it('is not there without the option', async () => {
    expect((await dial(await appWith({ public_url: PUBLIC }))).statusCode).toBe(404);
  });

  it.each([
    [
      { jambonz: { webhook_secret: 'x' } },
      'public_url: expected the address at which the carrier reaches this server, because jambonz is set, got none',
    ],
    [
      { ...options, jambonz: { webhook_secret: '' } },
      'jambonz.webhook_secret: expected the webhook secret of the account, got an empty string',
    ],
    [
      { ...options, jambonz: { webhook_secret: 'x', max_duration: 0 } },
      'jambonz.max_duration: expected seconds from 1 to 86400, got 0',
    ],
  ])('refuses options that break a rule', async (given, message) => {
    await expect(appWith(given)).rejects.toMatchObject({ code: 'usage_invalid', message });
  });
});

it('its socket connects the call once, in the subprotocol of jambonz', async () => {
  const app = await appWith(options);
  const at = await listening(app);
  const [{ url }] = (await dial(app)).json<[{ url: string }]>();
  const path = new URL(url).pathname.replace('/phone', '');
  const socket = openSocket(`ws://${at.host}${path}`, { protocols: ['audio.jambonz.org'], headers: {} });
  await once(socket, 'open');
  expect(socket.protocol).toBe('audio.jambonz.org');
  const second = openSocket(`ws://${at.host}${path}`, { protocols: ['audio.jambonz.org'], headers: {} });
  expect((await readRefusal(second)).problem.code).toBe('token_used');
});

describe('POST /v1/jambonz/transfer', () => {
  /** As jambonz writes it: https://docs.jambonz.org/verbs/verbs/tag (read 2026-11-26), with other values. */
  const bodyWith = (customerData?: object): string =>
    JSON.stringify({
      call_sid: 'c1',
      direction: 'inbound',
      call_status: 'in-progress',
      account_sid: 'a1',
      customerData,
    });

  it.each([
    ['a number', { antiphon_transfer: '+15550003' }, { type: 'phone', number: '+15550003' }],
    ['a SIP address', { antiphon_transfer: 'sip:a@example.com' }, { type: 'sip', sipUri: 'sip:a@example.com' }],
  ])('connects a caller who is transferred to %s', async (_, customerData, target) => {
    const answer = await ask(await appWith(options), '/v1/jambonz/transfer', bodyWith(customerData));
    const actionHook = { url: `${PUBLIC}/v1/jambonz/transferred`, method: 'POST' };
    expect(answer.json()).toEqual([{ verb: 'dial', target: [target], actionHook, timeout: 30 }, { verb: 'hangup' }]);
  });

  it.each([
    ['no tag', undefined],
    ['a tag of its own', { colour: 'blue' }],
    ['a tag that is no text', { antiphon_transfer: 3 }],
  ])('lets the verb behind listen follow for a call with %s', async (_, customerData) => {
    const answer = await ask(await appWith(options), '/v1/jambonz/transfer', bodyWith(customerData));
    expect(answer.json()).toEqual([]);
  });

  it('is answered to jambonz only', async () => {
    const app = await appWith(options);
    const stolen = signJambonz(SECRET, bodyWith(), Math.floor(Date.now() / 1000));
    const answer = await ask(app, '/v1/jambonz/transfer', bodyWith({ antiphon_transfer: '+1900' }), stolen);
    expect(problemIn(answer)).toMatchObject({ status: 401 });
  });
});

describe('POST /v1/jambonz/transferred', () => {
  const bodyOf = (dial_call_status: string): string => JSON.stringify({ call_sid: 'c1', dial_call_status });

  it('brings a caller back to the agent whose transfer was not answered, without the tag', async () => {
    const answer = await ask(await appWith(options), '/v1/jambonz/transferred', bodyOf('no-answer'));
    const [untag, listen] = answer.json<readonly { readonly verb: string }[]>();
    expect([untag, listen?.verb]).toEqual([{ verb: 'tag', data: { antiphon_transfer: null } }, 'listen']);
  });

  it('ends a call whose transfer is over', async () => {
    const answer = await ask(await appWith(options), '/v1/jambonz/transferred', bodyOf('completed'));
    expect(answer.json()).toEqual([{ verb: 'hangup' }]);
  });
});

it('a caller is transferred by a tag of the call, before listen ends and jambonz asks what follows', async () => {
  const api = await serveRestApi(202);
  const agent = agentWith({ on_digits: ({ session }) => void session.transfer('+15550003', { after: 'now' }) });
  const jambonz = { ...options.jambonz, api_key: 'an API key', api_url: api.url };
  const app = await appWith({ ...options, agent, jambonz });
  const at = await listening(app);
  const [{ url, actionHook }] = (await dial(app)).json<[{ url: string; actionHook: object }]>();
  expect(actionHook).toEqual({ url: `${PUBLIC}/v1/jambonz/transfer`, method: 'POST' });
  const path = new URL(url).pathname.replace('/phone', '');
  const socket = openSocket(`ws://${at.host}${path}`, { protocols: ['audio.jambonz.org'], headers: {} });
  await once(socket, 'open');
  const disconnected = messageContaining(socket, 'disconnect').then(() => api.requests.map(({ body }) => body));
  const closed = once(socket, 'close');
  socket.send(JSON.stringify(CALL));
  for (const dtmf of ['1', '#']) socket.send(JSON.stringify({ event: 'dtmf', dtmf, duration: '1600' }));
  expect(await disconnected).toEqual(['{"tag":{"antiphon_transfer":"+15550003"}}']);
  expect((await closed)[0]).toBe(1000);
});
