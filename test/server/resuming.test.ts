import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import { drain } from '../../src/server/life/drains.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { joined, nextMessage, openAgain, until } from './resumable.ts';
import { joinSession, mediaOf, openSocket, readRefusal, startSession } from './support.ts';

describe('a session whose connection is lost', () => {
  it('is disconnected, and active again when its client is back', async () => {
    const made = await joined();
    expect(await made.state()).toBe('active');
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    const back = await openAgain(made, made.resumeToken, 0);
    expect(await nextMessage(back, 'session.resumed')).toMatchObject({
      seq: 0,
      received_samples: 0,
      received_texts: 0,
    });
    expect(await made.state()).toBe('active');
  });

  it('is resumed in place of a socket that is still open', async () => {
    const made = await joined();
    const closed = once(made.client, 'close');
    await nextMessage(await openAgain(made, made.resumeToken, 0), 'session.resumed');
    expect((await closed)[0]).toBe(4409);
    expect(await made.state()).toBe('active');
  });

  it('ends at once without resume_timeout, and its client gets no token', async () => {
    const made = await joined({ resume_timeout: 0 });
    expect(made.resumeToken).toBe('');
    made.client.terminate();
    await until(async () => (await made.state()) === 'ended');
  });

  it('ends after resume_timeout', async () => {
    const scheduler = new VirtualClock();
    const made = await joined({ scheduler, resume_timeout: 3 });
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    await scheduler.advance(2999);
    expect(await made.state()).toBe('disconnected');
    await scheduler.advance(1);
    await until(async () => (await made.state()) === 'ended');
  });

  it('can be ended over HTTP', async () => {
    const made = await joined();
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    await made.app.inject({ method: 'DELETE', url: `/v1/sessions/${made.session.session_id}` });
    await until(async () => (await made.state()) === 'ended');
    const { problem } = await readRefusal(await openAgain(made, made.resumeToken));
    expect(problem.code).toBe('session_ended');
  });

  it('is resumed while its server drains, and its client is told', async () => {
    const made = await joined({ scheduler: new VirtualClock() });
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    const drained = drain(made.app);
    const back = await openAgain(made, made.resumeToken, 0);
    await nextMessage(back, 'session.draining');
    back.send(JSON.stringify({ type: 'session.end' }));
    await drained;
  });

  it('is closed with its server', async () => {
    const made = await joined();
    made.client.terminate();
    await until(async () => (await made.state()) === 'disconnected');
    await made.app.close();
  });
});

describe('a resume token', () => {
  it('is used once, as soon as the client has the next one', async () => {
    const made = await joined();
    const back = await openAgain(made, made.resumeToken, 0);
    await nextMessage(back, 'session.resumed');
    // The server has read the pong when it answers what comes after it.
    back.send(JSON.stringify({ type: 'ping', t: 1 }));
    await nextMessage(back, 'pong');
    const { problem } = await readRefusal(await openAgain(made, made.resumeToken));
    expect(problem.code).toBe('token_used');
  });

  it('stays valid if the connection breaks before the first message', async () => {
    const made = await joined();
    made.client.terminate();
    for (let n = 0; n < 3; n += 1) {
      const halfWay = await openAgain(made, made.resumeToken);
      await once(halfWay, 'open');
      halfWay.terminate();
    }
    await nextMessage(await openAgain(made, made.resumeToken, 0), 'session.resumed');
  });

  it('stays valid if the connection breaks before the answer arrives', async () => {
    const made = await joined();
    for (let n = 0; n < 3; n += 1) {
      const deaf = await openAgain(made, made.resumeToken);
      await once(deaf, 'open');
      const raw = (deaf as unknown as { readonly _socket: { pause(): void } })._socket;
      raw.pause();
      deaf.send(JSON.stringify({ type: 'session.resume', last_seq: 0 }));
      await sleep(20);
      deaf.terminate();
    }
    await nextMessage(await openAgain(made, made.resumeToken, 0), 'session.resumed');
  });

  it('does not open another session', async () => {
    const made = await joined();
    const other = await startSession(made.app);
    const socket = openSocket(mediaOf(other, made.at), { protocols: [PROTOCOL, TOKEN_PREFIX + made.resumeToken] });
    expect((await readRefusal(socket)).problem.code).toBe('token_invalid');
    await joinSession(other, made.at);
  });
});
