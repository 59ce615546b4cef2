import { once } from 'node:events';
import { NEVER } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { Authenticate } from '../../../src/server/callers/caller.ts';
import type { OnSessionResumedInput } from '../../../src/session/agent.ts';
import { config, problemIn } from '../support.ts';
import {
  comeBack,
  echo,
  join,
  knock,
  lastSeqOf,
  startPair,
  untilMessages,
  untilMetric,
  type Joined,
  type Pair,
} from './taken.ts';

/** A conversation of one turn on node a, which then dies. */
async function die({ known, store, a }: Pair): Promise<Joined> {
  const client = await join(a);
  await client.say('one');
  await untilMessages(store, client.session.session_id, 2);
  known.die('a');
  client.socket.terminate();
  return client;
}

describe('a session whose node dies', () => {
  it('goes on at another node, where its client comes back with its token', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    const { session_id } = client.session;
    const resumed = await back.first('session.resumed');
    expect(resumed).toMatchObject({ session_id, received_texts: 1, seq: lastSeqOf(client) });
    const { messages } = await back.first('session.snapshot');
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: one',
      'assistant: You said one.',
    ]);
    expect(await back.say('two')).toBe('You said one, two.');
    expect(pair.known.ownerOf(session_id)).toBe('b');
    const seqs = back.messages.slice(2).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, at) => resumed.latest_seq + 1 + at));
    expect(resumed.latest_seq).toBeGreaterThan(lastSeqOf(client) + 1000);
    await untilMetric(pair.b, 'antiphon_session_takeovers_total{result="resumed"} 1');
  });

  it('can be taken over again', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    await back.say('two');
    await untilMessages(pair.store, client.session.session_id, 4);
    pair.known.die('b');
    back.socket.terminate();
    const c = await pair.start('c');
    const { resume_token } = await back.first('session.resumed');
    const again = comeBack(c, client.session, resume_token, lastSeqOf(back));
    await again.first('session.resumed');
    expect(await again.say('three')).toBe('You said one, two, three.');
  });

  it('is taken over by one node when its client comes to two at the same instant', async () => {
    const pair = await startPair();
    const c = await pair.start('c');
    const client = await die(pair);
    const sockets = [pair.b, c].map((node) => comeBack(node, client.session, client.token, lastSeqOf(client)).socket);
    const outcomes = await Promise.all(
      sockets.map((socket) =>
        Promise.race([
          once(socket, 'open').then(() => 'open'),
          once(socket, 'unexpected-response').then(([, { statusCode }]) => String(statusCode)),
        ]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(1);
    // The other one was too late to know where it is, or knows.
    expect(outcomes.filter((outcome) => ['307', '503'].includes(outcome))).toHaveLength(1);
  });

  it('stays as it is for a client with a wrong token', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const { status, problem } = await knock(pair.b, client.session, 'ek_wrong');
    expect([status, problem.code]).toEqual([401, 'token_invalid']);
    const stranger = await join(pair.b);
    expect((await knock(pair.b, client.session, stranger.token)).problem.code).toBe('token_invalid');
    expect(await pair.store.load(client.session.session_id)).toMatchObject({ epoch: 0 });
    expect(pair.known.ownerOf(client.session.session_id)).toBe(undefined);
  });

  it('is not taken over as long as its node lives: its client is led there', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    await untilMessages(pair.store, client.session.session_id, 2);
    client.socket.terminate();
    const { status, problem } = await knock(pair.b, client.session, client.token);
    expect([status, problem.code]).toEqual([307, 'session_elsewhere']);
  });

  it('is still there for a page that asks whether it is', async () => {
    const pair = await startPair();
    const { session } = await die(pair);
    const asked = await pair.b.app.inject(`/v1/sessions/${session.session_id}/media`);
    expect(problemIn(asked).code).toBe('upgrade_required');
    const other = await pair.b.app.inject('/v1/sessions/ses_other/media');
    expect(problemIn(other).code).toBe('session_not_found');
  });

  it('answers the words that were not answered, behind what the agent says', async () => {
    const inputs: OnSessionResumedInput[] = [];
    const agent = echo({
      on_session_resumed: (input) => {
        inputs.push(input);
        input.session.say('Sorry.');
      },
    });
    const pair = await startPair({ agent: echo({ llm_response_handler: () => NEVER }) }, { agent });
    const client = await join(pair.a);
    client.socket.send(JSON.stringify({ type: 'input.text', text: 'one' }));
    await untilMessages(pair.store, client.session.session_id, 1);
    pair.known.die('a');
    client.socket.terminate();
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.message('You said one.');
    const spoken = back.messages.flatMap((message) =>
      message.type === 'message.added' ? [message.message.content] : [],
    );
    expect(spoken).toEqual(['Sorry.', 'You said one.']);
    expect(inputs).toMatchObject([{ unanswered: 'one', session_data: config.session_data }]);
  });

  it('is lost to the node that was only cut off', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    await untilMessages(pair.store, client.session.session_id, 2);
    pair.known.die('a');
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    void client.say('two');
    const { reason } = await client.first('session.ended');
    expect(reason).toBe('disconnected');
    await untilMetric(pair.a, 'antiphon_checkpoints_total{result="superseded"} 1');
  });

  it('can be taken over after a configuration that has failed', async () => {
    let isFailing = true;
    const agent = echo({
      configure_session: ({ resumed }) => {
        if (resumed === true && isFailing) throw new Error('no database');
        return config;
      },
    });
    const pair = await startPair({ agent });
    const client = await die(pair);
    const { status, problem } = await knock(pair.b, client.session, client.token);
    expect([status, problem.code]).toEqual([503, 'node_unavailable']);
    isFailing = false;
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    expect(await back.say('two')).toBe('You said one, two.');
  });

  it('ends when its client does not come back', async () => {
    const pair = await startPair({ resume_timeout: 1 });
    const client = await die(pair);
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    back.socket.terminate();
    await untilMetric(pair.b, 'antiphon_session_ends_total{reason="disconnected"} 1');
    expect(await pair.store.load(client.session.session_id)).toBe('abandoned');
  });
});

describe('a session whose node has died, until its client comes', () => {
  it('is suspended, with what its checkpoint says', async () => {
    const pair = await startPair();
    const { session } = await die(pair);
    const shown = await pair.b.app.inject(`/v1/sessions/${session.session_id}`);
    const { session_id, created_at, expires_at } = session;
    const { protocol, audio } = session.transport;
    const url = `ws://${pair.b.url.host}/v1/sessions/${session_id}/media`;
    expect(shown.json()).toEqual({
      session_id,
      created_at,
      expires_at,
      state: 'suspended',
      transport: { type: 'websocket', url, protocol, audio },
    });
  });

  it('does not begin again once it is deleted', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const path = `/v1/sessions/${client.session.session_id}`;
    expect((await pair.b.app.inject({ method: 'DELETE', url: path })).statusCode).toBe(204);
    expect((await pair.b.app.inject(path)).statusCode).toBe(404);
    const { status, problem } = await knock(pair.b, client.session, client.token);
    expect([status, problem.code]).toEqual([409, 'session_ended']);
    expect(await pair.store.load(client.session.session_id)).toBe('deleted');
  });

  it('can be joined with a new token', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const url = `/v1/sessions/${client.session.session_id}/token`;
    const issued = (await pair.b.app.inject({ method: 'POST', url })).json<StartSessionResponse>();
    expect(issued.state).toBe('suspended');
    const back = comeBack(pair.b, issued, issued.transport.token, -1);
    await back.first('session.resumed');
    expect(await back.say('two')).toBe('You said one, two.');
  });

  it('is unknown to other callers', async () => {
    const authenticate: Authenticate = ({ headers }) => ({
      name: String(headers['x-name'] ?? 'shop'),
      scopes: ['sessions:start'],
    });
    const pair = await startPair({ authenticate });
    const { session } = await die(pair);
    const path = `/v1/sessions/${session.session_id}`;
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await pair.b.app.inject({ method, url: path, headers: { 'x-name': 'other' } });
      expect(problemIn(answer).code).toBe('session_not_found');
    }
    expect((await pair.b.app.inject(path)).statusCode).toBe(200);
  });

  it('is not deleted when it is taken over in the same instant', async () => {
    const pair = await startPair();
    const client = await die(pair);
    const kept = pair.store.delete.bind(pair.store);
    vi.spyOn(pair.store, 'delete').mockImplementationOnce(async (session, epoch) => {
      await pair.store.claim(session, epoch);
      await kept(session, epoch);
    });
    const answer = await pair.b.app.inject({ method: 'DELETE', url: `/v1/sessions/${client.session.session_id}` });
    expect(problemIn(answer).code).toBe('node_unavailable');
  });

  it('is not looked for by a name that no session has', async () => {
    const pair = await startPair();
    const load = vi.spyOn(pair.store, 'load');
    expect((await pair.b.app.inject('/v1/sessions/a.b*')).statusCode).toBe(404);
    expect(load).not.toHaveBeenCalled();
  });
});

describe('the checkpoint of a session', () => {
  it('is gone when the session has ended', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    await untilMessages(pair.store, client.session.session_id, 2);
    client.socket.send(JSON.stringify({ type: 'session.end' }));
    await once(client.socket, 'close');
    await pair.a.app.close();
    expect(await pair.store.load(client.session.session_id)).toBe('deleted');
  });

  it('names the other nodes to the client', async () => {
    const pair = await startPair();
    const { session, first } = await join(pair.a);
    const { resume_urls } = await first('session.started');
    expect(resume_urls).toEqual([`ws://${pair.b.url.host}/v1/sessions/${session.session_id}/media`]);
  });

  it('disturbs no session when it cannot be written, and is written when it can be', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    pair.setFull(true);
    await client.say('one');
    await untilMetric(pair.a, /antiphon_checkpoints_total\{result="failed"\} [1-9]/u);
    pair.setFull(false);
    await untilMessages(pair.store, client.session.session_id, 2);
  });
});

describe('cluster.checkpoints', () => {
  it.each([
    ['a store', { store: {} }, 'store'],
    ['secrets of 32 bytes', { secrets: ['short'] }, 'secrets'],
    ['a size', { max_bytes: 10 }, 'max_bytes'],
  ])('takes %s', async (_, checkpoints, field) => {
    await expect(startPair({}, {}, checkpoints as never)).rejects.toThrow(`cluster.checkpoints.${field}`);
  });
});
