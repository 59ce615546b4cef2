import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Authenticate } from '../../../src/server/callers/caller.ts';
import { problemIn } from '../support.ts';
import {
  comeBack,
  join,
  knock,
  startPair,
  untilEnded,
  untilMessages,
  untilMetric,
  untilOwner,
  type Joined,
  type Pair,
} from './taken.ts';

describe('a session whose node was only cut off', () => {
  it('goes on with what that has written after another one had read its checkpoint', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    const { session } = client;
    await untilMessages(pair.store, session.session_id, 2);
    pair.known.die('a');
    const kept = pair.store.claim.bind(pair.store);
    vi.spyOn(pair.store, 'claim').mockImplementationOnce(async (...given) => {
      await client.say('two');
      await untilMessages(pair.store, session.session_id, 4);
      return kept(...given);
    });
    const back = comeBack(pair.b, session, client.token, 0);
    await back.first('session.resumed');
    expect(await back.say('three')).toBe('You said one, two, three.');
  });

  it('is found over the node that has lost it, as over others', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    const { session } = client;
    await untilMessages(pair.store, session.session_id, 2);
    pair.known.die('a');
    const back = comeBack(pair.b, session, client.token, 0);
    const { resume_token } = await back.first('session.resumed');
    pair.known.revive('a');
    await client.first('session.ended');
    await pair.known.untilKnown('a', (nodes) => nodes.length === 2);
    const { status, problem } = await knock(pair.a, session, resume_token);
    expect([status, problem.code]).toEqual([307, 'session_elsewhere']);
    const shown = await pair.a.app.inject(`/v1/sessions/${session.session_id}`);
    expect(shown.json()).toMatchObject({ state: 'active' });
  });
});

describe('a session that has ended', () => {
  async function end(pair: Pair): Promise<Joined> {
    const client = await join(pair.a);
    await client.say('one');
    await untilMessages(pair.store, client.session.session_id, 2);
    client.socket.send(JSON.stringify({ type: 'session.end' }));
    await once(client.socket, 'close');
    return client;
  }

  it('does not begin again while its checkpoint cannot be deleted, which is tried again', async () => {
    const pair = await startPair();
    const deleting = vi.spyOn(pair.store, 'delete').mockRejectedValueOnce(new Error('away'));
    const client = await end(pair);
    const { session } = client;
    await untilMetric(pair.a, 'antiphon_checkpoints_total{result="failed"} 1');
    expect(await pair.store.load(session.session_id)).toMatchObject({ epoch: 0 });
    const { status, problem } = await knock(pair.b, session, client.token);
    expect([status, problem.code]).toEqual([307, 'session_elsewhere']);
    expect((await knock(pair.a, session, client.token)).problem.code).toBe('session_ended');
    await untilOwner(pair, session.session_id, undefined);
    expect(deleting).toHaveBeenCalledTimes(2);
    expect(await pair.store.load(session.session_id)).toBe('deleted');
  });

  it('does not count for its caller while its checkpoint cannot be deleted', async () => {
    const authenticate: Authenticate = () => ({ name: 'shop', scopes: ['sessions:start'], max_sessions: 1 });
    const pair = await startPair({ authenticate });
    vi.spyOn(pair.store, 'delete').mockRejectedValue(new Error('away'));
    const { session } = await end(pair);
    await untilOwner(pair, session.session_id, 'a');
    expect((await pair.b.app.inject({ method: 'POST', url: '/v1/sessions' })).statusCode).toBe(201);
  });

  it('is over for a client that comes back after resume_timeout, whichever node it asks', async () => {
    const pair = await startPair({ resume_timeout: 0.2 });
    const client = await join(pair.a);
    await client.say('one');
    client.socket.terminate();
    await untilMetric(pair.a, 'antiphon_session_ends_total{reason="disconnected"} 1');
    const { session_id } = client.session;
    await untilEnded(pair.store, session_id, 'abandoned');
    for (const node of [pair.a, pair.b]) {
      expect((await knock(node, client.session, client.token)).problem.code).toBe('session_ended');
      const asked = await node.app.inject(`/v1/sessions/${session_id}/media`);
      expect(problemIn(asked).code).toBe('session_ended');
    }
  });
});
