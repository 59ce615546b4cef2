import { firstValueFrom } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { createWebRtc } from '../../../src/webrtc/createWebRtc.ts';
import { agentWith, appWith, config, listening, startSession } from '../../server/support.ts';
import { createMicrophone } from '../../dialects/microphone.ts';
import { createRtcClient } from './rtcClient.ts';
import { joinOverRtc, offerTo, serveRtc } from './serveRtc.ts';

const GREETING = 'Good evening, how can I help you today?';
const greeting = agentWith({ configure_session: () => ({ ...config, first_message: GREETING }) });

describe('a client over WebRTC', () => {
  test('hears the greeting, in packets of 20 ms, and the whole of it counts as heard', async () => {
    const server = await serveRtc({ agent: greeting });
    const client = await joinOverRtc(server);
    const { message } = await client.message('message.added');
    expect(message).toMatchObject({ role: 'assistant', content: GREETING });
    const end = await client.message('audio.end');
    const packets = Math.ceil(end.samples / 480);
    await client.message('agent.speech_stopped');
    await client.hear(packets);
    const steps = client.packets
      .map(({ timestamp }, at) => timestamp - (client.packets[at - 1]?.timestamp ?? 0))
      .slice(1);
    expect(steps.filter((step) => step <= 0 || step % 960 !== 0)).toEqual([]);
    expect(await client.message('agent.speech_stopped')).toMatchObject({ reason: 'complete', heard: 'reported' });
  });

  test('that waits for the handshake, and is slow to answer it, is connected', async () => {
    const { app, url } = await serveRtc();
    const session = await startSession(app);
    const client = await createRtcClient();
    const [transport] = client.connection.dtlsTransports;
    transport?.onStateChange.once(blockLongerThanItWaits);
    const answer = await offerTo(url, session, client.offer);
    await client.accept(await answer.text());
    expect((await client.message('session.started')).session_id).toBe(session.session_id);
  });

  test('is heard: what it says is transcribed', async () => {
    const ports = {
      vad: createVadDouble(),
      stt: createSttDouble({ says: ['what time is it'] }),
      tts: createTtsDouble(),
    };
    const client = await joinOverRtc(await serveRtc({ ports }));
    const microphone = createMicrophone(48_000, client.speak);
    onTestFinished(microphone.stop);
    await microphone.speak(800);
    const { text } = await client.message('user.transcript');
    expect(text).toContain('what');
  });

  test('that closes its channel has ended the session', async () => {
    const server = await serveRtc();
    const client = await joinOverRtc(server);
    client.channel.close();
    expect(await server.endOf(client.session)).toBe('ended_by_client');
  });

  test('gets the end of the session before the connection is closed', async () => {
    const client = await joinOverRtc(await serveRtc());
    client.send({ type: 'session.end' });
    expect((await client.message('session.ended')).reason).toBe('ended_by_client');
    await client.closed;
  });

  test('may send a message of unknown type, which is ignored', async () => {
    const client = await joinOverRtc(await serveRtc());
    client.send({ type: 'weather' });
    client.send({ type: 'ping', t: 7 });
    expect(await client.message('pong')).toMatchObject({ t: 7 });
    expect(client.messages.map(({ type }) => type)).not.toContain('error');
  });

  test.each([
    ['no JSON', '{"type":'],
    ['no object', '[]'],
    ['a message without a type', '{}'],
  ])('gets an error for %s, and is disconnected', async (_, text) => {
    const client = await joinOverRtc(await serveRtc());
    client.channel.send(text);
    expect(await client.message('error')).toMatchObject({ code: 'protocol_error', fatal: true });
    await client.closed;
  });

  test('gets an error for what is no message, and is disconnected', async () => {
    const client = await joinOverRtc(await serveRtc());
    client.send({ type: 'input.digit', digit: '11' });
    expect(await client.message('error')).toMatchObject({ code: 'protocol_error', fatal: true });
    await client.closed;
  });

  test('may send no binary message on its channel', async () => {
    const client = await joinOverRtc(await serveRtc());
    client.channel.send(Buffer.from([1, 2, 3]));
    const { message } = await client.message('error');
    expect(message).toBe('Expected text on the data channel, got a binary message.');
  });

  test('may send up to 64 KiB in a message of its channel', async () => {
    const client = await joinOverRtc(await serveRtc());
    const text = (length: number): string =>
      JSON.stringify({ type: 'playback.finished', utterance_id: 'u0', played_samples: 0 }).padEnd(length);
    client.channel.send(text(65_536));
    // It would keep to the limit of the answer.
    client.connection.sctp?.setRemoteMaxMessageSize(0);
    client.channel.send(text(65_537));
    const { message } = await client.message('error');
    expect(message).toBe('Expected at most 65536 bytes in a message, got more.');
  });

  test('has one data channel: with a second, it is disconnected', async () => {
    const server = await serveRtc();
    const client = await joinOverRtc(server);
    client.connection.createDataChannel('another');
    expect(await server.endOf(client.session)).toBe('ended_by_client');
  });

  test('with a channel of another label is not let in', async () => {
    const server = await serveRtc();
    const session = await startSession(server.app);
    const client = await createRtcClient('something');
    void client.accept(await (await offerTo(server.url, session, client.offer)).text());
    expect(await server.endOf(session)).toBe('disconnected');
  });
});

describe('what a client sends that its connection cannot read', () => {
  test('fails in the thread, and other calls go on', async () => {
    const server = await serveRtc({ agent: greeting });
    const [bad, good] = [await joinOverRtc(server), await joinOverRtc(server)];
    const [transport] = bad.connection.dtlsTransports;
    await transport?.sendData(Buffer.alloc(50, 7));
    await transport?.sendData(Buffer.alloc(3));
    await firstValueFrom(server.failures);
    expect((await good.message('message.added')).message).toMatchObject({ content: GREETING });
    good.send({ type: 'session.end' });
    expect((await good.message('session.ended')).reason).toBe('ended_by_client');
  });
});

describe('a server', () => {
  test('that closes ends its connections', async () => {
    const server = await serveRtc();
    const client = await joinOverRtc(server);
    await server.app.close();
    expect((await client.message('session.ended')).reason).toBe('draining');
    await client.closed;
  });

  test('without an address that may be used says what to set', async () => {
    const webrtc = createWebRtc({ addresses: ['127.0.0.1'] });
    const logged: string[] = [];
    const stream = { write: (line: string) => void logged.push(line) };
    const app = await appWith({ webrtc }, () => undefined, { logger: { stream } });
    const { origin } = await listening(app);
    const client = await createRtcClient();
    const response = await offerTo(origin, await startSession(app), client.offer);
    expect([response.status, await response.text()]).toEqual([500, expect.any(String)]);
    expect(logged.join()).toContain('set allow_private_candidates');
  });
});

/** Does nothing for 1.3 s: meanwhile the server, which waits 500 ms for an answer, repeats its hello. */
function blockLongerThanItWaits(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1300);
}
