import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { asyncScheduler } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import { streamReply } from '../../src/testing/doubles/streamReply.ts';
import { runs } from '../properties/runs.ts';
import { ResumingClient, type Link } from './media/support/resumingClient.ts';
import { agentWith, appWith, config, listening, mediaOf, openSocket, startSession } from './support.ts';

const KILLS_PER_CALL = 8;
const EXCHANGES = 5;

describe('connections that are lost at random instants', () => {
  it('change nothing that is said or heard', async () => {
    const llm_response_handler = ({ messages }: { messages: readonly { content: string }[] }) =>
      streamReply({ text: `You said ${messages.at(-1)?.content}, and I heard all of it.` }, asyncScheduler);
    const app = await appWith({
      agent: agentWith({
        configure_session: () => ({ ...config, first_message: 'Good evening.' }),
        llm_response_handler,
      }),
    });
    const at = await listening(app);
    const undisturbed = await converse(app, at, []);
    expect(undisturbed.said).toHaveLength(1 + 2 * EXCHANGES);
    const calls = fc.sample(killsOfCall, runs(2)).map((kills) => converse(app, at, kills));
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

interface Kill {
  /** Time since the client is back. */
  readonly afterMs: number;
  readonly silently: boolean;
  readonly awayMs: number;
}

const killsOfCall: fc.Arbitrary<readonly Kill[]> = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 20, max: 320 }),
    silently: fc.boolean(),
    awayMs: fc.integer({ min: 0, max: 150 }),
  }),
  { minLength: KILLS_PER_CALL, maxLength: KILLS_PER_CALL },
);

/** Ends a connection; `silently`: without its server noticing. */
function breakOff(socket: WebSocket, silently: boolean): void {
  const { _socket: raw } = socket as unknown as { readonly _socket: { pause(): void } | null };
  if (silently && socket.readyState === WebSocket.OPEN && raw !== null) raw.pause();
  else socket.terminate();
}

/** A client types, hears the answers to their end, and loses its connection now and then. */
async function converse(app: FastifyInstance, at: URL, kills: readonly Kill[]): Promise<Conversation> {
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
    if (said().length < 1 + 2 * typed || (typed === EXCHANGES - 1 && killed < kills.length)) return;
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
    const kill = kills[killed];
    await sleep(kill?.afterMs ?? 20);
    if (kill === undefined) continue;
    killed += 1;
    const lost = current;
    current = undefined;
    client.lose();
    if (lost !== undefined) breakOff(lost, kill.silently);
    await sleep(kill.awayMs);
    connect(client.token, (link) => client.resume(link));
  }
  talking.unsubscribe();
  client.stop();
  const heard = [...client.heard().values()].map(({ length }) => length);
  return { said: said(), heard, faults: client.faults, kills: killed, ended: client.ended };
}
