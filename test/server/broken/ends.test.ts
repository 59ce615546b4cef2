import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { agentWith, appWith, config, openSocket, listening, mediaOf, startSession, offerOf } from '../support.ts';
import { BROKEN } from './ports.mjs';

const first_message = 'A long sentence that takes its time, and then some more.';

/** Resolves when the agent is audible. */
function audible(client: WebSocket): Promise<void> {
  return new Promise((resolve) => client.on('message', (_data, isBinary) => isBinary && resolve()));
}

interface Speaking {
  readonly app: FastifyInstance;
  readonly client: WebSocket;
  readonly session: StartSessionResponse;
}

/** A server with these ports, in real time, and a client that plays its agent and does not report positions. */
async function speaking(options: (typeof BROKEN)[string]): Promise<Speaking> {
  const agent = agentWith({ configure_session: () => ({ ...config, first_message }) });
  const app = await appWith({ agent, ...options });
  const at = await listening(app);
  const session = await startSession(app);
  const client = openSocket(mediaOf(session, at), offerOf(session));
  await audible(client);
  return { app, client, session };
}

// Each waits for an end that must come by itself. How soon it comes is asserted in real time.
describe.each(Object.entries(BROKEN))('where %s', (name, options) => {
  it('DELETE ends the session', async () => {
    const { app, client, session } = await speaking(options);
    const left = once(client, 'close');
    const url = `/v1/sessions/${session.session_id}`;
    expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await left)[0]).toBe(1000);
    expect((await app.inject({ url })).json()).toMatchObject({ state: 'ended', reason: 'ended_by_api' });
  });

  it('closing the app ends the session', async () => {
    const { app, client } = await speaking(options);
    const left = once(client, 'close');
    await app.close();
    expect((await left)[0]).toBe(1012);
  });

  it('SIGTERM ends the process', async () => {
    const path = fileURLToPath(new URL('process.mjs', import.meta.url));
    const server = spawn(process.execPath, [path, name], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    const response = await fetch(`${printed.toString().trim()}/v1/sessions`, { method: 'POST' });
    const session = (await response.json()) as StartSessionResponse;
    const client = openSocket(session.transport.url, offerOf(session));
    const exited = once(server, 'exit');
    await audible(client);
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
