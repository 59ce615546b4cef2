import { on, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { fastify, type FastifyInstance, type FastifyServerOptions, type LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { ANYONE, type Authenticate } from '../../src/server/callers/caller.ts';
import { antiphon, type AntiphonOptions } from '../../src/server/plugin.ts';
import type { ProblemBody } from '../../src/server/problems/problem.ts';
import type { SessionConfig } from '../../src/session/config.ts';
import { defineAgent, type Agent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { findUndocumented } from './http/documented.ts';

export type Data = Record<string, unknown>;

export const config: SessionConfig<Data> = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: { secret: 'of the session' },
};

export function agentWith(own: Partial<Agent<Data>> = {}): Agent<Data> {
  return defineAgent<Data>({ configure_session: () => config, llm_response_handler: createLlmDouble([]), ...own });
}

/** For servers at a public address: without it, they know no caller. */
export const authenticate: Authenticate = () => ANYONE;

/** What a server with doubles is registered with. */
export function doubled(options: Partial<AntiphonOptions> = {}): AntiphonOptions {
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  // A machine that is busy with other tests is not to refuse sessions, nor one address that makes all attacks.
  return { agent: agentWith(), ports, max_loop_delay: 60, max_unauthenticated_per_minute: 1_000_000, ...options };
}

/** An app with the plugin, closed when the test is over. Each problem that it answers has to be in its description. `around` is called before the plugin is registered. */
export async function appWith(
  options: Partial<AntiphonOptions> = {},
  around: (app: FastifyInstance) => unknown = () => undefined,
  own: FastifyServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify(own);
  const undocumented = findUndocumented(app);
  onTestFinished(async () => {
    await app.close();
    expect(undocumented).toEqual([]);
  });
  await around(app);
  await app.register(antiphon, doubled(options));
  return app;
}

/** The same, listening on loopback. */
export async function listening(app: FastifyInstance): Promise<URL> {
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
}

export function post(
  app: FastifyInstance,
  payload?: object | string,
  path = '/v1/sessions',
): Promise<LightMyRequestResponse> {
  if (payload === undefined) return app.inject({ method: 'POST', url: path });
  return app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': 'application/json' } });
}

export async function startSession(app: FastifyInstance, payload?: object): Promise<StartSessionResponse> {
  const response = await post(app, payload);
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<StartSessionResponse>();
}

export function problemIn(response: LightMyRequestResponse): ProblemBody {
  if (response.headers['content-type'] !== 'application/problem+json; charset=utf-8') throw new Error('no problem');
  return response.json<ProblemBody>();
}

export interface Offer {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client at the door of a session. */
export function openSocket(url: string, { protocols = [PROTOCOL], headers = {} }: Offer = {}): WebSocket {
  const client = new WebSocket(url, [...protocols], { headers });
  // A server that closes may reset the connection, and one that was refused is still connecting when it is terminated.
  client.on('error', () => undefined);
  onTestFinished(() => client.terminate());
  return client;
}

/** What a client of this session offers. */
export function offerOf({ transport: { token } }: StartSessionResponse): Offer {
  return { protocols: [PROTOCOL, `${TOKEN_PREFIX}${token}`] };
}

/** The session's socket, on the server that listens at `at`. */
export function mediaOf({ session_id }: Pick<StartSessionResponse, 'session_id'>, at: URL, prefix = ''): string {
  return `ws://${at.host}${prefix}/v1/sessions/${session_id}/media`;
}

/** The client that has joined; resolves when its socket is open. */
export async function joinSession(session: StartSessionResponse, at: URL): Promise<WebSocket> {
  const client = openSocket(mediaOf(session, at), offerOf(session));
  await once(client, 'open');
  return client;
}

/** Resolves when the client has got a message with these words. */
export async function messageContaining(client: WebSocket, words: string): Promise<void> {
  for await (const [data] of on(client, 'message')) if (String(data).includes(words)) return;
}

/** What a refused client was answered. */
export async function readRefusal(
  client: WebSocket,
): Promise<{ readonly status: number; readonly problem: ProblemBody }> {
  const [, response] = (await once(client, 'unexpected-response')) as [unknown, IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, problem: JSON.parse(Buffer.concat(chunks).toString()) as ProblemBody };
}
