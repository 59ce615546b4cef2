import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { createPeers } from '../../src/server/adapters/peers.ts';
import { createAdmission } from '../../src/server/admission/admission.ts';
import { createAdmissionLimits } from '../../src/server/admission/limits.ts';
import { STEADY_LOOP } from '../../src/server/admission/loopMonitor.ts';
import { ANYONE } from '../../src/server/callers/caller.ts';
import { createRates } from '../../src/server/callers/rates.ts';
import { createCalls } from '../../src/server/calls/calls.ts';
import { registerRoutes } from '../../src/server/routes.ts';
import { createIdempotentStarts } from '../../src/server/idempotency/idempotentStarts.ts';
import { createTimeouts } from '../../src/server/life/timeouts.ts';
import { createObserver } from '../../src/server/observer/createObserver.ts';
import { createTokens } from '../../src/server/tokens/tokens.ts';
import { registerWebSocket } from '../../src/server/connections/webSocket.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import {
  appWith,
  doubled,
  joinSession,
  openSocket,
  listening,
  mediaOf,
  readRefusal,
  startSession,
  offerOf,
  messageContaining,
} from './support.ts';

const ticket = (token: string): { protocols: string[] } => ({ protocols: [PROTOCOL, `${TOKEN_PREFIX}${token}`] });

describe('a client joins', () => {
  it('and gets the greeting: the session is active, and the token is not echoed', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const { protocols = [] } = offerOf(session);
    const client = openSocket(mediaOf(session, at), { protocols: protocols.toReversed() });
    const [frame] = (await once(client, 'message')) as [Buffer];
    expect(JSON.parse(frame.toString())).toMatchObject({ type: 'session.started', seq: 0 });
    expect(client.protocol).toBe('antiphon.v1');
    expect(client.extensions).toBe('');
    expect((await app.inject(`/v1/sessions/${session.session_id}`)).json().state).toBe('active');
  });

  it('with its token as a bearer', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, at), {
      headers: { authorization: `Bearer ${session.transport.token}` },
    });
    await once(client, 'open');
    expect(client.protocol).toBe('antiphon.v1');
  });

  it('at the address that the caller got', async () => {
    const app = await appWith({ prefix: '/voice' });
    const at = await listening(app);
    const response = await fetch(new URL('/voice/v1/sessions', at), { method: 'POST' });
    const session = (await response.json()) as Awaited<ReturnType<typeof startSession>>;
    expect(session.transport.url).toBe(mediaOf(session, at, '/voice'));
    await once(openSocket(session.transport.url, offerOf(session)), 'open');
  });

  it('and its first message is handled', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, at), offerOf(session));
    client.once('open', () => client.send(JSON.stringify({ type: 'session.end' })));
    const [code] = await once(client, 'close');
    expect(code).toBe(1000);
    expect((await app.inject(`/v1/sessions/${session.session_id}`)).json()).toMatchObject({
      state: 'ended',
      reason: 'ended_by_client',
    });
  });
});

describe('a client is refused before the upgrade', () => {
  it.each<[string, (token: string) => Parameters<typeof openSocket>[1], number, string]>([
    ['no token', () => ({}), 401, 'token_invalid'],
    ['a token that is none', () => ticket('ek_nonsense'), 401, 'token_invalid'],
    ['a token without its mark', (token) => ticket(token.slice('ek_'.length)), 401, 'token_invalid'],
    ['a token that was tampered with', (token) => ticket(`${token.slice(0, -4)}AAAA`), 401, 'token_invalid'],
    [
      'no subprotocol but the token',
      (token) => ({ protocols: [`${TOKEN_PREFIX}${token}`] }),
      400,
      'protocol_not_offered',
    ],
    [
      'an older protocol',
      (token) => ({ protocols: ['antiphon.v0', `${TOKEN_PREFIX}${token}`] }),
      400,
      'protocol_not_offered',
    ],
    [
      'a page of another origin',
      (token) => ({ ...ticket(token), headers: { origin: 'https://elsewhere.example' } }),
      403,
      'origin_not_allowed',
    ],
  ])('%s', async (_what, offer, status, code) => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const refused = await readRefusal(openSocket(mediaOf(session, at), offer(session.transport.token)));
    expect([refused.status, refused.problem.code]).toEqual([status, code]);
    // What was refused has cost nothing: the right client still gets in.
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
  });

  it('an unknown session', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const nobody = { ...session, session_id: 'ses_nobody' };
    expect((await readRefusal(openSocket(mediaOf(nobody, at), offerOf(session)))).problem.code).toBe(
      'session_not_found',
    );
  });

  it('the token of another session', async () => {
    const app = await appWith();
    const at = await listening(app);
    const [mine, other] = [await startSession(app), await startSession(app)];
    expect((await readRefusal(openSocket(mediaOf(mine, at), offerOf(other)))).problem.code).toBe('token_invalid');
  });

  it('a token of another server', async () => {
    const [app, other] = [await appWith(), await appWith()];
    const at = await listening(app);
    const [mine, foreign] = [await startSession(app), await startSession(other)];
    expect((await readRefusal(openSocket(mediaOf(mine, at), offerOf(foreign)))).problem.code).toBe('token_invalid');
  });

  it('a token used twice, also at the same instant', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const both = [1, 2].map(() => openSocket(mediaOf(session, at), offerOf(session)));
    const outcomes = await Promise.all(
      both.map((client) =>
        Promise.race([
          once(client, 'open').then(() => 'open'),
          readRefusal(client).then(({ problem }) => problem.code),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['open', 'token_used']);
    expect((await readRefusal(openSocket(mediaOf(session, at), offerOf(session)))).problem).toMatchObject({
      status: 401,
      code: 'token_used',
    });
  });

  it('a token of 60 s, with 5 s for clocks that differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    vi.setSystemTime(65_000);
    expect((await readRefusal(openSocket(mediaOf(session, at), offerOf(session)))).problem).toMatchObject({
      status: 401,
      code: 'token_expired',
    });
    vi.setSystemTime(64_999);
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
    vi.useRealTimers();
  });

  it('a session that has ended', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
    expect((await readRefusal(openSocket(mediaOf(session, at), offerOf(session)))).problem).toMatchObject({
      status: 409,
      code: 'session_ended',
    });
  });

  it('who does not speak WebSocket', async () => {
    const app = await appWith();
    const response = await app.inject(`/v1/sessions/${(await startSession(app)).session_id}/media`);
    expect([response.statusCode, response.json().code, response.headers.upgrade]).toEqual([
      426,
      'upgrade_required',
      'websocket',
    ]);
  });
});

describe('a session whose client is there', () => {
  it('does not wait for it any longer', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler });
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    for (let t = 10; t <= 60; t += 10) {
      const pinged = once(client, 'ping');
      await scheduler.run(t * 1000);
      await pinged;
      // When this comes back, so has the pong before it.
      client.send(JSON.stringify({ type: 'ping', t }));
      await messageContaining(client, `"t":${t}`);
    }
    expect((await app.inject(`/v1/sessions/${session.session_id}`)).json().state).toBe('active');
  });

  it('is no place for another', async () => {
    const app = await appWith({}, registerWebSocket);
    const loop = STEADY_LOOP;
    const admission = createAdmission({ ...createAdmissionLimits({}), loop, heap: () => 0 });
    const observer = createObserver(app, { loop });
    const { metrics } = observer;
    const timeouts = createTimeouts({});
    const tokens = createTokens();
    const calls = createCalls({ ...doubled(), timeouts, loop, admission, observer, tokens, log: app.log });
    const starts = createIdempotentStarts(new VirtualClock());
    const peers = createPeers({}, undefined);
    await app.register(
      async (scope) =>
        registerRoutes(scope, {
          calls,
          tokens,
          starts,
          protocols: peers.protocols,
          peers,
          metrics,
          maxSessions: 1000,
          identification: { authenticate: () => ANYONE, timeoutMs: 1000, scheduler: new VirtualClock() },
          allowedOrigins: [],
          rates: createRates(1000, new VirtualClock()),
        }),
      { prefix: '/own' },
    );
    app.addHook('preClose', () => calls.close());
    const at = await listening(app);
    const session = (await app.inject({ method: 'POST', url: '/own/v1/sessions' })).json<StartSessionResponse>();
    const url = mediaOf(session, at, '/own');
    await once(openSocket(url, offerOf(session)), 'open');
    const another = await tokens.issue(session.session_id);
    // It is refused in the same way again: it was not used up.
    for (const _ of ['once', 'twice'])
      expect((await readRefusal(openSocket(url, ticket(another)))).problem).toMatchObject({
        status: 409,
        code: 'session_already_connected',
      });
    expect((await readRefusal(openSocket(url, offerOf(session)))).problem.code).toBe('token_used');
  });

  it('may end in the very moment in which the client comes in', async () => {
    const app = await appWith({}, (own) =>
      own.addHook('preHandler', async ({ url }) => {
        if (url.endsWith('/media')) await own.inject({ method: 'DELETE', url: url.replace('/media', '') });
      }),
    );
    const at = await listening(app);
    const session = await startSession(app);
    expect((await readRefusal(openSocket(mediaOf(session, at), offerOf(session)))).problem.code).toBe('session_ended');
  });

  it('learns which of its messages was too large', async () => {
    const app = await appWith();
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    client.send(Buffer.alloc(65_537));
    expect((await once(client, 'close'))[0]).toBe(1009);
  });

  it('ends when it is deleted, and the client gets the reason', async () => {
    const app = await appWith();
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    const closed = once(client, 'close');
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
    expect((await closed)[0]).toBe(1000);
  });

  it('ends disconnected when the client goes, if it cannot be resumed', async () => {
    const app = await appWith({ resume_timeout: 0 });
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    const gone = new Promise((resolve) =>
      app.websocketServer.clients.forEach((socket) => socket.once('close', resolve)),
    );
    client.terminate();
    await gone;
    const shown = (await app.inject(`/v1/sessions/${session.session_id}`)).json<{ state: string; reason: string }>();
    expect([shown.state, shown.reason]).toEqual(['ended', 'disconnected']);
  });
});
