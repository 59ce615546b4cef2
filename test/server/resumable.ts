import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX, type ServerMessage } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import type { AntiphonOptions } from '../../src/server/plugin.ts';
import { appWith, listening, mediaOf, openSocket, startSession } from './support.ts';

/** A client that has joined. */
export interface Joined {
  readonly app: FastifyInstance;
  readonly at: URL;
  readonly session: StartSessionResponse;
  readonly client: WebSocket;
  readonly resumeToken: string;
  state(): Promise<string>;
}

export async function joined(options: Partial<AntiphonOptions> = {}): Promise<Joined> {
  const app = await appWith(options);
  const at = await listening(app);
  const session = await startSession(app);
  const client = openSocket(mediaOf(session, at), { protocols: [PROTOCOL, TOKEN_PREFIX + session.transport.token] });
  const started = await nextMessage(client, 'session.started');
  const resumeToken = (started.type === 'session.started' && started.resume_token) || '';
  const state = async (): Promise<string> =>
    (await app.inject(`/v1/sessions/${session.session_id}`)).json<{ state: string }>().state;
  return { app, at, session, client, resumeToken, state };
}

export async function nextMessage(client: WebSocket, type: ServerMessage['type']): Promise<ServerMessage> {
  return new Promise((resolve) => {
    client.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.type === type) resolve(message);
    });
  });
}

/** Opens a further socket, and resumes the session unless `last_seq` is undefined. */
export async function openAgain({ session, at }: Joined, token: string, last_seq?: number): Promise<WebSocket> {
  const socket = openSocket(mediaOf(session, at), { protocols: [PROTOCOL, TOKEN_PREFIX + token] });
  if (last_seq !== undefined)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'session.resume', last_seq })));
  return socket;
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
