import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { asyncScheduler } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import { drain } from '../../src/server/life/drains.ts';
import { streamReply } from '../../src/testing/doubles/streamReply.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { joined, nextMessage, openAgain, until } from './resumable.ts';
import { ResumingClient, type Link } from './media/support/resumingClient.ts';
import {
  agentWith,
  appWith,
  config,
  joinSession,
  listening,
  mediaOf,
  openSocket,
  readRefusal,
  startSession,
} from './support.ts';

/** Connections that are lost per run. A long run: `FC_KILLS=200 npx vitest run test/server/resuming.test.ts`. */
const KILLS = Number(process.env['FC_KILLS'] ?? 40);
const KILLS_PER_CALL = 8;
const EXCHANGES = 5;

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

describe(`${KILLS} connections that are lost at random instants`, () => {
  it('change nothing of what is said and heard', async () => {
    const llm_response_handler = ({ messages }: { messages: readonly { content: string }[] }) =>
      streamReply({ text: `You said ${messages.at(-1)?.content}, and I heard all of it.` }, asyncScheduler);
    const app = await appWith({
      agent: agentWith({
        configure_session: () => ({ ...config, first_message: 'Good evening.' }),
        llm_response_handler,
      }),
    });
    const at = await listening(app);
    const undisturbed = await converse(app, at, 0);
    expect(undisturbed.said).toHaveLength(1 + 2 * EXCHANGES);
    const calls = Array.from({ length: KILLS / KILLS_PER_CALL }, () => converse(app, at, KILLS_PER_CALL));
    for (const disturbed of await Promise.all(calls)) {
      expect(disturbed.faults).toEqual([]);
      expect(disturbed.said).toEqual(undisturbed.said);
      expect(disturbed.heard).toEqual(undisturbed.heard);
      expect(disturbed.kills).toBe(KILLS_PER_CALL);
      expect(disturbed.ended).toBe('ended_by_client');
    }
  });
});

interface Conversation {
  readonly said: readonly string[];
  /** The samples of each utterance. */
  readonly heard: readonly number[];
  readonly faults: readonly string[];
  readonly kills: number;
  readonly ended: string | undefined;
}

/** Ends a connection; `silently`: its server is not to notice. */
function breakOff(socket: WebSocket, silently: boolean): void {
  const { _socket: raw } = socket as unknown as { readonly _socket: { pause(): void } | null };
  if (silently && socket.readyState === WebSocket.OPEN && raw !== null) raw.pause();
  else socket.terminate();
}

/** A client types, hears the answers to their end, and loses its connection now and then. */
async function converse(app: FastifyInstance, at: URL, kills: number): Promise<Conversation> {
  const session = await startSession(app);
  const client = new ResumingClient({ scheduler: asyncScheduler, sampleRate: 16_000 });
  let current: WebSocket | undefined;
  let killed = 0;
  let typed = 0;
  const said = (): readonly string[] =>
    client.messages.flatMap((message) =>
      message.type === 'message.added' ? [`${message.message.role}: ${message.message.content}`] : [],
    );
  /** The last text waits for the last kill. */
  const proceed = (): void => {
    if (said().length < 1 + 2 * typed || (typed === EXCHANGES - 1 && killed < kills)) return;
    if (typed === EXCHANGES) client.say({ type: 'session.end' });
    else client.type(`number ${(typed += 1)}`);
  };
  const connect = (token: string, begin: (link: Link) => void): void => {
    const socket = openSocket(mediaOf(session, at), { protocols: [PROTOCOL, TOKEN_PREFIX + token] });
    current = socket;
    const send = (data: string | Uint8Array): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    };
    const link: Link = {
      say: (message) => send(JSON.stringify(message)),
      hear: (samples) => send(new Uint8Array(Int16Array.from(samples).buffer)),
    };
    socket.on('open', () => current === socket && begin(link));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (current !== socket) return;
      client.take(isBinary ? data : data.toString());
      if (!isBinary) proceed();
    });
  };
  const talking = asyncScheduler.schedule(function () {
    client.capture(new Int16Array(320));
    this.schedule(undefined, 20);
  }, 20);
  onTestFinished(() => talking.unsubscribe());
  connect(session.transport.token, (link) => client.join(link));
  while (client.token === undefined) await sleep(5);
  while (client.ended === undefined) {
    await sleep(20 + Math.random() * 300);
    if (killed >= kills) continue;
    killed += 1;
    const lost = current;
    current = undefined;
    client.lose();
    if (lost !== undefined) breakOff(lost, Math.random() < 0.3);
    await sleep(Math.random() * 150);
    connect(client.token, (link) => client.resume(link));
  }
  talking.unsubscribe();
  client.stop();
  const heard = [...client.heard().values()].map(({ length }) => length);
  return { said: said(), heard, faults: client.faults, kills: killed, ended: client.ended };
}
