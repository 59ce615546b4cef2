import { describe, expect, it } from 'vitest';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import type { AntiphonOptions } from '../../src/server/plugin.ts';
import { joined, nextMessage, openAgain, until, type Joined } from './resumable.ts';
import { appWith, listening, mediaOf, openSocket, readRefusal, startSession } from './support.ts';

describe('a client whose first connection breaks before it has session.started', () => {
  /** Joins, reads nothing, and is gone. */
  async function lostAtOnce(options: Partial<AntiphonOptions> = {}): Promise<Joined> {
    const app = await appWith(options);
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, at), { protocols: [PROTOCOL, TOKEN_PREFIX + session.transport.token] });
    // At once: the answer may have come with the first messages, and a ping.
    client.once('upgrade', ({ socket }) => void socket.destroy());
    const state = async (): Promise<string> =>
      (await app.inject(`/v1/sessions/${session.session_id}`)).json<{ state: string }>().state;
    return { app, at, session, client, resumeToken: '', state };
  }

  it('comes back with the token that it joined with', async () => {
    const made = await lostAtOnce();
    await until(async () => (await made.state()) === 'disconnected');
    const back = await openAgain(made, made.session.transport.token, -1);
    const [resumed, started] = await Promise.all([
      nextMessage(back, 'session.resumed'),
      nextMessage(back, 'session.started'),
    ]);
    expect([resumed.seq, started.seq, await made.state()]).toEqual([-1, 0, 'active']);
  });

  it('comes back with a token that its backend has got for it', async () => {
    const made = await lostAtOnce();
    await until(async () => (await made.state()) === 'disconnected');
    const answer = await made.app.inject({ method: 'POST', url: `/v1/sessions/${made.session.session_id}/token` });
    const { transport } = answer.json<StartSessionResponse>();
    await nextMessage(await openAgain(made, transport.token, -1), 'session.started');
    // The first went with the first message of the second.
    const { problem } = await readRefusal(await openAgain(made, made.session.transport.token));
    expect(problem.code).toBe('token_used');
  });

  it('cannot come back where sessions are not resumed', async () => {
    const made = await lostAtOnce({ resume_timeout: 0 });
    await until(async () => (await made.state()) === 'ended');
    const { problem } = await readRefusal(await openAgain(made, made.session.transport.token));
    expect(problem.code).toBe('session_ended');
  });

  it('cannot come back with it when it has got session.started', async () => {
    const made = await joined();
    made.client.send(JSON.stringify({ type: 'ping', t: 1 }));
    await nextMessage(made.client, 'pong');
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    const { problem } = await readRefusal(await openAgain(made, made.session.transport.token));
    expect(problem.code).toBe('token_used');
    await nextMessage(await openAgain(made, made.resumeToken, 0), 'session.resumed');
  });
});

describe('a page, which cannot read why its handshake was refused, asks for the session', () => {
  it.each<[string, (made: Joined) => Promise<string>, number, string]>([
    ['that is there', async ({ session }) => session.session_id, 426, 'upgrade_required'],
    ['of a server that was restarted', async () => 'ses_of_before', 404, 'session_not_found'],
    [
      'that has ended',
      async ({ app, session, state }) => {
        await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
        await until(async () => (await state()) === 'ended');
        return session.session_id;
      },
      409,
      'session_ended',
    ],
  ])('%s', async (_, prepare, status, code) => {
    const made = await joined();
    const id = await prepare(made);
    const answer = await made.app.inject(`/v1/sessions/${id}/media`);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
});
