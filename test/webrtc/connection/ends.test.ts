import type { Worker } from 'node:worker_threads';
import { VirtualTimeScheduler } from 'rxjs';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createMicrophone } from '../../dialects/microphone.ts';
import { openResources } from '../../server/faults/openResources.ts';
import { agentWith, startSession } from '../../server/support.ts';
import { createRtcClient, type RtcClient } from './rtcClient.ts';
import { joinOverRtc, offerTo, serveRtc, type JoinedClient, type RtcServer } from './serveRtc.ts';
import { openInThreads } from './threads.ts';
import { untilNothingIsOpen } from './untilNothingIsOpen.ts';

/** The end of a session whose client is connected. Those that take 30 s are in consent.test.ts. */
interface End {
  readonly name: string;
  readonly reason: string;
  readonly end: (server: RtcServer, client: JoinedClient) => unknown;
}

const ENDS: readonly End[] = [
  {
    name: 'the agent ends it',
    reason: 'agent_ended',
    end: (_, client) => client.send({ type: 'input.text', text: 'goodbye' }),
  },
  {
    name: 'the API ends it',
    reason: 'ended_by_api',
    end: ({ app }, { session }) => app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` }),
  },
  {
    name: 'the client says so',
    reason: 'ended_by_client',
    end: (_, client) => client.send({ type: 'session.end' }),
  },
  {
    name: 'the client leaves with DELETE',
    reason: 'ended_by_client',
    end: ({ app }, { session: { session_id, transport } }) =>
      app.inject({
        method: 'DELETE',
        url: `/v1/sessions/${session_id}/webrtc`,
        headers: { authorization: `Bearer ${transport.token}` },
      }),
  },
  {
    name: 'the client closes its channel',
    reason: 'ended_by_client',
    end: (_, { channel }) => channel.close(),
  },
  {
    name: 'the server is closed',
    reason: 'draining',
    end: ({ app }) => app.close(),
  },
  {
    name: 'the thread ends',
    reason: 'disconnected',
    end: () => threads.at(-1)?.terminate(),
  },
];

const HELLO_VERIFY_REQUEST = 3;

/** The threads that this test has started. */
const threads: Worker[] = [];
const note = (worker: Worker): void => void threads.push(worker);
beforeEach(() => void process.on('worker', note));
afterEach(() => void process.off('worker', note));

const goodbye = agentWith({
  llm_response_handler: createLlmDouble([
    ({ session }) => {
      session.end({ after: 'now' });
      return '';
    },
  ]),
});

test.each(ENDS)('when $name, no socket, timer or thread is left', async ({ reason, end }) => {
  const before = openResources();
  const server = await serveRtc({ agent: goodbye });
  const client = await joinOverRtc(server);
  expect(openInThreads()).toContain('udp');
  await end(server, client);
  expect(await server.endOf(client.session)).toBe(reason);
  await client.connection.close();
  await untilNothingIsOpen(server, before);
});

test('what a client goes on saying behind the end of its connection fails nowhere', async () => {
  const server = await serveRtc();
  const failures: string[] = [];
  server.failures.subscribe((message) => failures.push(message));
  const client = await joinOverRtc(server);
  const microphone = createMicrophone(48_000, client.speak);
  onTestFinished(microphone.stop);
  await microphone.speak(200);
  client.connection.createDataChannel('another');
  expect(await server.endOf(client.session)).toBe('ended_by_client');
  await microphone.speak(400);
  expect(failures).toEqual([]);
});

/** What a client does that never connects. */
const UNCONNECTED: readonly { readonly name: string; connect(client: RtcClient, answer: string): unknown }[] = [
  { name: 'sends nothing', connect: () => undefined },
  {
    name: 'stops in the middle of the DTLS handshake',
    connect: async (client: RtcClient, answer: string) => {
      void client.accept(answer);
      await ignoreServerHello(client);
    },
  },
];

test.each(UNCONNECTED)(
  'a client that $name has ended its session after 10 s, and nothing is left',
  async ({ connect }) => {
    const before = openResources();
    const scheduler = new VirtualTimeScheduler();
    const server = await serveRtc({ scheduler });
    const session = await startSession(server.app);
    const client = await createRtcClient();
    const response = await offerTo(server.url, session, client.offer.replaceAll('a=setup:passive', 'a=setup:actpass'));
    await connect(client, await response.text());
    scheduler.maxFrames = 10_000;
    scheduler.flush();
    expect(await server.endOf(session)).toBe('join_timeout');
    await client.connection.close();
    await untilNothingIsOpen(server, before);
  },
);

test('an offer that is refused has ended its session, and nothing is left', async () => {
  const before = openResources();
  const server = await serveRtc();
  const session = await startSession(server.app);
  const client = await createRtcClient();
  const response = await offerTo(server.url, session, client.offer.replaceAll(/^a=ice-ufrag:.*$/gmu, 'a=ice-ufrag:'));
  expect(response.status).toBe(422);
  expect(await server.endOf(session)).toBe('disconnected');
  await client.connection.close();
  await untilNothingIsOpen(server, before);
});

/** Resolves when the client has got the hello of the server, which it does not answer. */
function ignoreServerHello({ connection: { dtlsTransports } }: RtcClient): Promise<void> {
  const [transport] = dtlsTransports;
  return new Promise((resolve) => {
    const patch = (): void => {
      const socket = transport?.dtls;
      if (socket === undefined) return;
      const handle = socket.onHandleHandshakes;
      socket.onHandleHandshakes = async (messages) => {
        if (messages.every(({ msg_type }) => msg_type === HELLO_VERIFY_REQUEST)) return handle(messages);
        resolve();
      };
    };
    // The socket is created behind this event.
    transport?.onStateChange.once(() => queueMicrotask(patch));
  });
}
