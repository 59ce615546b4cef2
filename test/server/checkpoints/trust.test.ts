import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { comeBack, join, knock, lastSeqOf, startPair, untilMessages } from './taken.ts';

describe('a session whose node dies', () => {
  it('keeps its client when somebody comes with a token that its client has used before', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    const first = comeBack(pair.a, client.session, client.token, lastSeqOf(client));
    const { resume_token } = await first.first('session.resumed');
    expect(await first.say('two')).toBe('You said one, two.');
    await untilMessages(pair.store, client.session.session_id, 4);
    pair.known.die('a');
    first.socket.terminate();
    const back = comeBack(pair.b, client.session, resume_token, lastSeqOf(first));
    await back.first('session.resumed');
    expect((await knock(pair.b, client.session, client.token)).problem.code).toBe('token_used');
    expect(await back.say('three')).toBe('You said one, two, three.');
  });

  it('goes to its client although somebody with an older token was faster, and stays there', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    await client.say('one');
    const first = comeBack(pair.a, client.session, client.token, lastSeqOf(client));
    const { resume_token } = await first.first('session.resumed');
    expect(await first.say('two')).toBe('You said one, two.');
    await untilMessages(pair.store, client.session.session_id, 4);
    pair.known.die('a');
    first.socket.terminate();
    const thief = comeBack(pair.b, client.session, client.token, -1);
    const stolen = await thief.first('session.resumed');
    const back = comeBack(pair.b, client.session, resume_token, lastSeqOf(first));
    await back.first('session.resumed');
    for (const token of [client.token, stolen.resume_token])
      expect((await knock(pair.b, client.session, token)).problem.code).toBe('token_used');
    expect(await back.say('three')).toBe('You said one, two, three.');
  });

  it('does not go on with an older checkpoint that was put back', async () => {
    const pair = await startPair();
    const client = await join(pair.a);
    const { session_id } = client.session;
    await client.say('one');
    await untilMessages(pair.store, session_id, 2);
    const older = await pair.store.load(session_id);
    assert(typeof older === 'object');
    await client.say('two');
    await untilMessages(pair.store, session_id, 4);
    pair.known.die('a');
    client.socket.terminate();
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    const { resume_token } = await back.first('session.resumed');
    await back.say('three');
    await untilMessages(pair.store, session_id, 6);
    pair.known.die('b');
    back.socket.terminate();
    const c = await pair.start('c');
    const again = comeBack(c, client.session, resume_token, lastSeqOf(back));
    await again.first('session.resumed');
    await again.say('four');
    await untilMessages(pair.store, session_id, 8);
    pair.known.die('c');
    again.socket.terminate();
    // Who can write to the store, and has no secret.
    await pair.store.save(session_id, { ...older, epoch: 2 }, 60);
    const d = await pair.start('d');
    const last = await again.first('session.resumed');
    expect((await knock(d, client.session, last.resume_token)).problem.code).toBe('session_not_found');
  });
});
