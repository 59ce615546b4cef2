import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { createVonageTransfers } from '../../../../src/server/adapters/vonage/vonageTransfer.ts';
import { agentWith, appWith, config, listening, openSocket, problemIn } from '../../support.ts';
import { vonage as double } from './doubles/vonage.ts';
import { nowS, SECRET, socketUrlIn, WEBHOOKS, type Webhook } from './carrierWebhooks.ts';
import { serveRestApi } from './restApi.ts';

const PUBLIC = 'https://voice.example.com/phone';
const CALL = { call_uuid: 'aaaa', from: '15550001', to: '15550002' };

/**
 * What the carriers send, after their documentation, with other values:
 *
 * - Telnyx: https://developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/dial and
 *   https://developers.telnyx.com/api-reference/callbacks/texml-call-completed (read 2026-11-29).
 * - Plivo: https://www.plivo.com/docs/voice/xml/dial (read 2026-11).
 * - Vonage: github.com/Nexmo/nexmo-developer, voice-api/webhook-reference.md, commit 607d9e7 (read 2026-11-29). `from` and `to` are those of the leg
 *   to the target, and the conversation is the one since the transfer.
 */
interface Case {
  bodyWith(status: string): string;
  /** The query of the address. */
  query(): Promise<string>;
  readonly unanswered: readonly string[];
  readonly over: readonly string[];
  custom_data(status: string): object;
  /** The answer that ends the call, or lets it be. */
  readonly last: string;
}

const HANG_UP = '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>';
const form = (fields: Record<string, string>): string => `${new URLSearchParams(fields)}`;

const CASES: Readonly<Record<string, Case>> = {
  telnyx: {
    bodyWith: (DialCallStatus) => form({ CallSid: 'v3:1', AccountSid: 'a1', DialCallStatus }),
    query: async () => '',
    unanswered: ['no-answer', 'busy', 'failed'],
    over: ['completed', 'canceled'],
    custom_data: (dial_call_status) => ({ call_sid: 'v3:1', account_sid: 'a1', dial_call_status }),
    last: HANG_UP,
  },
  plivo: {
    bodyWith: (DialStatus) => form({ CallUUID: '97', DialStatus }),
    query: async () => '',
    unanswered: ['no-answer', 'busy', 'failed', 'timeout'],
    over: ['completed', 'cancel'],
    custom_data: (dial_status) => ({ call_uuid: '97', dial_status }),
    last: HANG_UP,
  },
  vonage: {
    bodyWith: (status) =>
      JSON.stringify({ from: '15550002', to: '15550003', uuid: 'bbbb', conversation_uuid: 'CON-2', status }),
    query: async () => new URL(await createVonageTransfers(SECRET).createReturn(PUBLIC, CALL)).search,
    unanswered: ['timeout', 'failed', 'rejected', 'unanswered', 'busy'],
    over: ['started', 'ringing', 'answered', 'completed', 'cancelled'],
    custom_data: (dial_call_status) => ({ ...CALL, conversation_uuid: 'CON-2', dial_call_status }),
    last: '',
  },
};

async function ask(app: FastifyInstance, name: string, body: string, query: string, signedBody = body) {
  const path = `/v1/${name}/transferred${query}`;
  const headers = await WEBHOOKS[name]?.sign(signedBody, PUBLIC + path, nowS());
  return app.inject({ method: 'POST', url: path, headers: { host: 'voice.example.com', ...headers }, payload: body });
}

async function serve(name: string, more: Readonly<Record<string, unknown>> = {}) {
  const seen: unknown[] = [];
  const agent = agentWith({ configure_session: ({ custom_data }) => (seen.push(custom_data), config) });
  return { app: await appWith({ public_url: PUBLIC, ...WEBHOOKS[name]?.options, agent, ...more }), seen };
}

describe.each(Object.entries(CASES))('POST /v1/%s/transferred', (name, { bodyWith, query, ...expected }) => {
  it.each(expected.unanswered)(
    'brings a caller back to the agent whose transfer was not answered: %s',
    async (status) => {
      const { app, seen } = await serve(name);
      const answer = await ask(app, name, bodyWith(status), await query());
      const url = socketUrlIn(WEBHOOKS[name] as Webhook, answer.body);
      expect(url).toContain(`wss://voice.example.com/phone/v1/${name}/media/ek_`);
      expect(seen).toEqual([{ provider: name, ...expected.custom_data(status), transfer: 'unanswered' }]);
    },
  );

  it.each(expected.over)('starts no session for a transfer that is over, or still rings: %s', async (status) => {
    const { app, seen } = await serve(name);
    const answer = await ask(app, name, bodyWith(status), await query());
    expect([answer.statusCode, answer.body, seen]).toEqual([200, expected.last, []]);
  });

  it('starts one session for a request that is repeated', async () => {
    const { app, seen } = await serve(name);
    const [body, search] = [bodyWith('busy'), await query()];
    const answers = await Promise.all([1, 2].map(() => ask(app, name, body, search)));
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect(seen).toHaveLength(1);
  });

  it('is answered to the carrier only', async () => {
    const { app } = await serve(name);
    const answer = await ask(app, name, bodyWith('busy'), await query(), bodyWith('completed'));
    expect(problemIn(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('needs a target that rings for a time which the carrier allows', async () => {
    const options = { ...WEBHOOKS[name]?.options[name], transfer_timeout: 601 };
    const most = name === 'telnyx' ? 120 : 600;
    await expect(serve(name, { [name]: options })).rejects.toThrow(
      `${name}.transfer_timeout: expected seconds from 5 to ${most}, got 601`,
    );
  });
});

describe('a caller of Vonage', () => {
  it('comes back once if several events say that the target has not answered', async () => {
    const { app, seen } = await serve('vonage');
    const query = await CASES['vonage']?.query();
    for (const status of ['timeout', 'unanswered'])
      await ask(app, 'vonage', CASES['vonage']?.bodyWith(status) ?? '', query ?? '');
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['no call', async () => ''],
    [
      'a call of another account',
      async () => (await createVonageTransfers('x').createReturn(PUBLIC, CALL)).slice(PUBLIC.length),
    ],
    ['a call that is not encrypted', async () => '?call=aaaa'],
  ])('does not come back by an address with %s', async (_, search) => {
    const { app, seen } = await serve('vonage');
    const answer = await ask(app, 'vonage', CASES['vonage']?.bodyWith('busy') ?? '', await search());
    expect([problemIn(answer), seen]).toMatchObject([{ status: 400, code: 'bad_request' }, []]);
  });

  it('does not come back by an address that is older than a target rings', async () => {
    vi.useFakeTimers({ now: Date.now() - 1000 * 1000, toFake: ['Date'] });
    const query = await CASES['vonage']?.query().finally(() => vi.useRealTimers());
    const { app } = await serve('vonage');
    const answer = await ask(app, 'vonage', CASES['vonage']?.bodyWith('busy') ?? '', query ?? '');
    expect(problemIn(answer)).toMatchObject({ status: 400 });
  });

  it('is transferred by its agent, and comes back to it with the numbers of the call', async () => {
    const api = await serveRestApi();
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => (seen.push(custom_data), config),
      on_digits: ({ session }) => void session.transfer('+15550003', { after: 'now' }),
    });
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' });
    const credentials = { application_id: 'app', private_key: String(pem), api_url: api.url };
    const vonage = { signature_secret: SECRET, ...credentials, transfer_caller_id: '+15550009' };
    const { app } = await serve('vonage', { agent, vonage });
    const { host } = await listening(app);
    const { body, sign } = WEBHOOKS['vonage'] as Webhook;
    const headers = { host: 'voice.example.com', ...(await sign(body, '', nowS())) };
    const answer = await app.inject({ method: 'POST', url: '/v1/vonage/voice', headers, payload: body });
    const url = socketUrlIn(WEBHOOKS['vonage'] as Webhook, answer.body);
    const socket = openSocket(`ws://${host}${url.slice('wss://voice.example.com/phone'.length)}`, { protocols: [] });
    await once(socket, 'open');
    const peer = double.createPeer();
    for (const message of [...peer.begin(), ...peer.press('1'), ...peer.press('#')]) socket.send(message);
    await once(socket, 'close');
    const [{ eventUrl, ...connect }] = JSON.parse(api.requests[0]?.body ?? '').destination.ncco;
    expect(connect).toMatchObject({ action: 'connect', from: '15550009', timeout: 30, eventType: 'synchronous' });
    expect(eventUrl[0]).not.toContain('15550001');
    await ask(app, 'vonage', CASES['vonage']?.bodyWith('busy') ?? '', new URL(eventUrl[0]).search);
    expect(seen[1]).toEqual({
      ...(seen[0] as object),
      conversation_uuid: 'CON-2',
      dial_call_status: 'busy',
      transfer: 'unanswered',
    });
  });
});
