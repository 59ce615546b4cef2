import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import { createTokenSettings } from '../../src/server/tokens/options.ts';
import { createTokens } from '../../src/server/tokens/tokens.ts';
import { untilClosed } from '../support/untilClosed.ts';
import { handshake } from './abuse/handshakeCases.ts';
import {
  appWith,
  joinSession,
  listening,
  mediaOf,
  offerOf,
  openSocket,
  readRefusal,
  startSession,
  type Offer,
} from './support.ts';

const offerWith = (token: string): Offer => ({ protocols: [PROTOCOL, `${TOKEN_PREFIX}${token}`] });

describe('a token is not used up by', () => {
  it('a request for another host, or one that the app refuses', async () => {
    const app = await appWith({}, (own) => {
      own.addHook('onRequest', async ({ headers }) => {
        if (headers['x-refused'] !== undefined) throw Object.assign(new Error('Who are you?'), { statusCode: 401 });
      });
    });
    const at = await listening(app);
    const session = await startSession(app);
    const offer = offerOf(session);
    for (const [headers, status] of [
      [{ host: 'evil.example' }, 403],
      [{ 'x-refused': 'yes' }, 401],
    ] as const) {
      expect((await readRefusal(openSocket(mediaOf(session, at), { ...offer, headers }))).status).toBe(status);
    }
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
  });

  it('a request that the app refuses after all others have let it pass', async () => {
    const app = await appWith({}, (own) => {
      own.addHook('preHandler', async ({ headers }) => {
        if (headers['x-refused'] !== undefined) throw Object.assign(new Error('Not now.'), { statusCode: 409 });
      });
    });
    const at = await listening(app);
    const session = await startSession(app);
    const refused = openSocket(mediaOf(session, at), { ...offerOf(session), headers: { 'x-refused': 'yes' } });
    expect((await readRefusal(refused)).status).toBe(409);
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
  });

  it('a client that closes its connection before it gets the answer', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const { session_id, transport } = session;
    const leaver = connect(Number(at.port), at.hostname);
    leaver.end(handshake({ path: `/v1/sessions/${session_id}/media`, token: transport.token, otherToken: '' }));
    leaver.resume();
    await untilClosed(leaver);
    expect((await joinSession(session, at)).protocol).toBe(PROTOCOL);
  });

  it('a session that has ended', async () => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
    for (const _ of ['once', 'twice'])
      expect((await readRefusal(openSocket(mediaOf(session, at), offerOf(session)))).problem.code).toBe(
        'session_ended',
      );
  });
});

describe('a token that is refused', () => {
  it('is that of another node, with the same secret', async () => {
    const token_secrets = ['a secret that two servers have in common'];
    const app = await appWith({ token_secrets, node_id: 'a' });
    const at = await listening(app);
    const { session_id } = await startSession(app);
    const foreign = await createTokens(createTokenSettings({ token_secrets, node_id: 'b' }, () => {})).issue(
      session_id,
    );
    const own = await createTokens(createTokenSettings({ token_secrets, node_id: 'a' }, () => {})).issue(session_id);
    const url = mediaOf({ session_id }, at);
    expect((await readRefusal(openSocket(url, offerWith(foreign)))).problem.code).toBe('token_invalid');
    await once(openSocket(url, offerWith(own)), 'open');
  });

  it('is one to resume a session that nobody has joined', async () => {
    const token_secrets = ['a secret that the test has in common'];
    const app = await appWith({ token_secrets, node_id: 'a' });
    const session = await startSession(app);
    const url = mediaOf(session, await listening(app));
    const tokens = createTokens(createTokenSettings({ token_secrets, node_id: 'a' }, () => {}));
    const early = offerWith(await tokens.issue(session.session_id, 'resume'));
    expect((await readRefusal(openSocket(url, early))).problem.code).toBe('session_already_connected');
    await once(openSocket(url, offerOf(session)), 'open');
  });
});
