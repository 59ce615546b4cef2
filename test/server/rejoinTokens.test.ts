import { once } from 'node:events';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { PROTOCOL } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import type { Authenticate, Caller } from '../../src/server/callers/caller.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { appWith, joinSession, listening, problemIn, startSession } from './support.ts';

function requestToken(
  app: FastifyInstance,
  id: string,
  headers: Readonly<Record<string, string>> = {},
  payload?: object,
): Promise<LightMyRequestResponse> {
  const request = { method: 'POST', url: `/v1/sessions/${id}/token`, headers } as const;
  return app.inject(payload === undefined ? request : { ...request, payload });
}

describe('POST /v1/sessions/{id}/token', () => {
  it('answers like the start of the session, with another token', async () => {
    const app = await appWith();
    const session = await startSession(app);
    const response = await requestToken(app, session.session_id);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const token = expect.stringMatching(/^ek_/u);
    expect(response.json()).toEqual({ ...session, transport: { ...session.transport, token } });
    expect(response.json().transport.token).not.toBe(session.transport.token);
  });

  it('lets a client join for whom the first token was too old', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler, join_timeout: 3600 });
    const at = await listening(app);
    const session = await startSession(app);
    await scheduler.run(1_800_000);
    const again = (await requestToken(app, session.session_id)).json<StartSessionResponse>();
    expect((await joinSession(again, at)).protocol).toBe(PROTOCOL);
  });

  it('leaves the earlier token as good as it was', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    await requestToken(app, session.session_id);
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
  });

  it('is refused when a client has joined', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const client = await joinSession(session, at);
    const refused = await requestToken(app, session.session_id);
    expect(problemIn(refused)).toMatchObject({ status: 409, code: 'session_already_connected' });
    client.send(JSON.stringify({ type: 'session.end' }));
    await once(client, 'close');
  });

  it('is refused when the session has ended', async () => {
    const app = await appWith();
    const { session_id } = await startSession(app);
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session_id}` });
    expect(problemIn(await requestToken(app, session_id))).toMatchObject({ status: 409, code: 'session_ended' });
  });

  it('is refused where there is no session', async () => {
    expect(problemIn(await requestToken(await appWith(), 'ses_nobody'))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
  });

  it('takes no fields', async () => {
    const app = await appWith();
    const { session_id } = await startSession(app);
    expect((await requestToken(app, session_id, {}, {})).statusCode).toBe(200);
    const refused = problemIn(await requestToken(app, session_id, {}, { lifetime: 3600 }));
    expect(refused).toMatchObject({ status: 422, code: 'invalid_request', errors: [{ pointer: '/lifetime' }] });
  });
});

describe('a token is issued to', () => {
  const callers: Readonly<Record<string, Caller>> = {
    shop: { name: 'shop', scopes: ['sessions:start'] },
    bank: { name: 'bank', scopes: ['sessions:start'] },
    desk: { name: 'desk', scopes: ['sessions:start', 'sessions:read'] },
    reader: { name: 'reader', scopes: ['sessions:read'] },
    metrics: { name: 'metrics', scopes: ['metrics'] },
  };
  const authenticate: Authenticate = ({ headers }) => callers[String(headers['x-caller'])];

  it.each<[string, number, string | undefined]>([
    ['shop', 200, undefined],
    ['bank', 404, 'session_not_found'],
    ['desk', 403, 'forbidden'],
    ['reader', 403, 'forbidden'],
    ['metrics', 403, 'forbidden'],
    ['nobody', 401, 'unauthorized'],
  ])('%s, for a session of the shop: %i', async (name, status, code) => {
    const app = await appWith({ authenticate });
    const headers = { 'x-caller': 'shop' };
    const started = await app.inject({ method: 'POST', url: '/v1/sessions', headers });
    const response = await requestToken(app, started.json().session_id, { 'x-caller': name });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });
});
