import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServerMessage } from '../../../src/core/protocol.ts';
import { createWebRtc } from '../../../src/webrtc/createWebRtc.ts';
import type { WebRtc } from '../../../src/server/webrtc/webRtc.ts';
import { startHere, startPair, untilMessages, type Pair } from '../../server/checkpoints/taken.ts';
import { agentWith, appWith, config, listening, startSession } from '../../server/support.ts';
import { createRtcClient, type RtcClient } from './rtcClient.ts';

const LOOPBACK = { allow_private_candidates: true, addresses: ['127.0.0.1'] };

function connected(): WebRtc {
  const webrtc = createWebRtc(LOOPBACK);
  onTestFinished(() => webrtc.close());
  return webrtc;
}

function post(url: string | URL, path: string, token: string, offer: string): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: offer,
  });
}

/** Connects with a token. */
async function come(url: string | URL, path: string, token: string, label?: string): Promise<RtcClient> {
  const client = await createRtcClient(label);
  const answer = await post(url, path, token, client.offer);
  expect(answer.status).toBe(201);
  await client.accept(await answer.text());
  return client;
}

function startNodes(): Promise<Pair> {
  return startPair({ realtime: {}, webrtc: connected() }, { webrtc: connected() });
}

describe('a client over WebRTC whose node dies', () => {
  test('goes on at another node, with another offer and the token that it has', async () => {
    const nodes = await startNodes();
    const { session_id, transport } = await startHere(nodes.a);
    const path = `/v1/sessions/${session_id}/webrtc`;
    const first = await come(nodes.a.url, path, transport.token);
    const started = await first.message('session.started');
    expect(started.resume_urls).toEqual([`http://${nodes.b.url.host}${path}`]);
    first.send({ type: 'input.text', text: 'hello' });
    await untilMessages(nodes.store, session_id, 2);
    nodes.known.die('a');
    const back = await come(started.resume_urls?.[0] ?? '', '', started.resume_token ?? '');
    expect((await back.message('session.resumed')).session_id).toBe(session_id);
    expect((await back.message('session.snapshot')).messages).toMatchObject([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'You said hello.' },
    ]);
    back.send({ type: 'input.text', text: 'again' });
    await untilMessages(nodes.store, session_id, 4);
    await back.hear(10);
    expect(nodes.known.ownerOf(session_id)).toBe('b');
  });

  test('of the Realtime API goes on, and has the history when its session is updated', async () => {
    const nodes = await startNodes();
    const secret = await fetch(new URL('/v1/realtime/client_secrets', nodes.a.url), { method: 'POST' });
    const { value } = (await secret.json()) as { readonly value: string };
    const path = '/v1/realtime/calls';
    const first = await come(nodes.a.url, path, value, 'oai-events');
    const { session_id, resume_token, resume_urls } = await eventOf(first, 'antiphon.session');
    expect(resume_urls).toEqual([`http://${nodes.b.url.host}${path}`]);
    const content = [{ type: 'input_text', text: 'hello' }];
    first.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    await untilMessages(nodes.store, session_id, 2);
    nodes.known.die('a');
    const back = await come(nodes.b.url, path, resume_token, 'oai-events');
    expect(await eventOf(back, 'antiphon.session')).toMatchObject({ session_id, resumed: true });
    back.send({ type: 'session.update', session: { type: 'realtime' } });
    await eventOf(back, 'conversation.item.done');
    const types = (back.messages as readonly { readonly type: string }[]).map(({ type }) => type);
    expect(types.indexOf('session.updated')).toBeLessThan(types.indexOf('conversation.item.added'));
  });
});

describe('a client over WebRTC that comes back', () => {
  test('hears the rest of what is being said, and what was heard is counted on', async () => {
    const webrtc = connected();
    const greeting = 'Good evening, this is quite a long greeting of somebody who likes to talk to you for ever.';
    const agent = agentWith({ configure_session: () => ({ ...config, first_message: greeting }) });
    const app = await appWith({ agent, webrtc });
    const url = await listening(app);
    const { session_id, transport } = await startSession(app);
    const path = `/v1/sessions/${session_id}/webrtc`;
    const first = await come(url, path, transport.token);
    const { resume_token = '' } = await first.message('session.started');
    await first.hear(20);
    const back = await come(url, path, resume_token);
    const start = await back.message('audio.start');
    const stopped = await back.message('agent.speech_stopped');
    expect(stopped).toMatchObject({ reason: 'complete', heard: 'reported' });
    expect((await back.message('message.added')).message).toMatchObject({ content: greeting });
    const { samples } = await back.message('audio.end');
    const rest = Math.ceil((samples - (start.first_sample ?? 0)) / 480);
    expect(start.first_sample).toBeGreaterThan(5 * 480);
    await back.hear(rest);
  });

  test('replaces the connection that it had, and cannot use its token twice', async () => {
    const webrtc = connected();
    const app = await appWith({ webrtc });
    const url = await listening(app);
    const { session_id, transport } = await startSession(app);
    const path = `/v1/sessions/${session_id}/webrtc`;
    const first = await come(url, path, transport.token);
    const { resume_token = '' } = await first.message('session.started');
    const back = await come(url, path, resume_token);
    await first.closed;
    back.send({ type: 'ping', t: 1 });
    await back.message('pong');
    const again = await createRtcClient();
    expect((await post(url, path, resume_token, again.offer)).status).toBe(401);
  });
});

interface Told {
  readonly session_id: string;
  readonly resume_token: string;
  readonly resume_urls: readonly string[];
}

/** Resolves with an event of another protocol. */
function eventOf(client: RtcClient, type: string): Promise<Told> {
  return client.message(type as ServerMessage['type']) as unknown as Promise<Told>;
}
