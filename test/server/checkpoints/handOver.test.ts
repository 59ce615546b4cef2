import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { OnSessionResumedInput } from '../../../src/session/agent.ts';
import { drain } from '../../../src/server/life/drains.ts';
import { problemIn } from '../support.ts';
import { joinAsBrowser } from './browserClient.ts';
import { comeBack, echo, join, lastSeqOf, startHere, startPair, untilMessages } from './taken.ts';

describe('a session that outlasts the drain of its node', () => {
  it('goes on at another node, to which its client is led', async () => {
    const pair = await startPair({ drain_timeout: 0 });
    const client = await join(pair.a);
    await client.say('one');
    const closed = once(client.socket, 'close');
    await drain(pair.a.app);
    expect((await closed)[0]).toBe(1001);
    const { session_id } = client.session;
    const url = `ws://${pair.b.url.host}/v1/sessions/${session_id}/media`;
    expect(client.messages.at(-1)).toMatchObject({ type: 'session.draining', deadline_ms: 0, resume_urls: [url] });
    const asked = await pair.a.app.inject(`/v1/sessions/${session_id}/media`);
    expect(problemIn(asked).code).toBe('upgrade_required');
    expect(pair.known.ownerOf(session_id)).toBe(undefined);
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    expect(await back.say('two')).toBe('You said one, two.');
    expect(pair.known.ownerOf(session_id)).toBe('b');
  });

  it('goes over in a quiet instant: what the agent says is said to its end', async () => {
    const inputs: OnSessionResumedInput[] = [];
    const agent = echo({ on_session_resumed: (input) => void inputs.push(input) });
    const pair = await startPair({ drain_timeout: 0, agent });
    const client = await join(pair.a);
    client.socket.send(JSON.stringify({ type: 'input.text', text: 'a long story that takes its time' }));
    await client.first('agent.speech_started');
    await drain(pair.a.app);
    expect(client.messages.map(({ type }) => type)).toContain('agent.speech_stopped');
    const back = comeBack(pair.b, client.session, client.token, lastSeqOf(client));
    await back.first('session.resumed');
    expect(inputs).toMatchObject([{ unanswered: null, speaking: null }]);
    const { messages } = await back.first('session.snapshot');
    expect(messages.at(-1)?.content).toBe('You said a long story that takes its time.');
  });

  it('is resumed by the bundled client by itself', async () => {
    const pair = await startPair({ drain_timeout: 0 });
    const client = await joinAsBrowser(await startHere(pair.a));
    await client.say('one');
    const drained = drain(pair.a.app).then(() => pair.a.app.close());
    await client.resumed();
    await drained;
    expect(client.events).toEqual(['reconnecting', 'resumed']);
    expect(await client.say('two')).toBe('You said one, two.');
  });

  it('ends as before when its checkpoint cannot be written', async () => {
    const pair = await startPair({ drain_timeout: 0 });
    const client = await join(pair.a);
    await client.say('one');
    await untilMessages(pair.store, client.session.session_id, 2);
    pair.setFull(true);
    const answer = client.say('two');
    await answer;
    const closed = once(client.socket, 'close');
    await drain(pair.a.app);
    expect((await closed)[0]).toBe(1012);
    expect(client.messages.at(-1)).toMatchObject({ type: 'session.ended', reason: 'draining' });
  });
});
