import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { startBackend, type Backend } from './backend.ts';
import { createPeer, type Peer } from './peer.ts';

const SCRIPT = fileURLToPath(new URL('process.mjs', import.meta.url));

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What its agents ask. Each client has its own path there. */
  readonly backend: Backend;
  /** Starts a session. `name`: the client's path at the backend. */
  start(name: string, custom_data?: object): Promise<Response>;
  /** What holds it open. */
  measureOpen(): Promise<readonly string[]>;
  close(): void;
}

export async function startServerProcess(...flags: readonly string[]): Promise<ServerProcess> {
  const backend = await startBackend();
  const child = spawn(process.execPath, [...flags, SCRIPT], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [printed] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const url = printed.toString().trim();
  return {
    child,
    url,
    backend,
    start: (name, custom_data = {}) =>
      fetch(`${url}/v1/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ custom_data: { backend: `${backend.url}/${name}`, ...custom_data } }),
      }),
    measureOpen: async () => {
      const answer = once(child, 'message');
      child.send('measure');
      return ((await answer) as [{ readonly open: readonly string[] }])[0].open;
    },
    close: () => {
      child.kill('SIGKILL');
      backend.close();
    },
  };
}

/** Starts a session for a client. */
export async function startFor(server: ServerProcess, name: string): Promise<StartSessionResponse> {
  const response = await server.start(name);
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as StartSessionResponse;
}

/** Gets another token for a session that waits for its client. */
export async function renewToken({ url }: ServerProcess, { session_id }: StartSessionResponse): Promise<string> {
  const path = `${url}/v1/sessions/${session_id}/token`;
  const response = await fetch(path, { method: 'POST', headers: { connection: 'close' } });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as StartSessionResponse).transport.token;
}

/** Connects the client of a session, without waiting for it. */
export function connectTo({ transport: { url, token } }: StartSessionResponse): Peer {
  return createPeer(new WebSocket(url, [PROTOCOL, `${TOKEN_PREFIX}${token}`]));
}

/** A client in a session of its own. */
export async function joinAs(server: ServerProcess, name: string): Promise<Peer> {
  const peer = connectTo(await startFor(server, name));
  await once(peer.socket, 'open');
  return peer;
}

/** Waits until something is so, looking whenever the client is sent something. Resolves when its connection is closed, too. */
export async function untilSo({ socket }: Peer, isSo: () => boolean): Promise<void> {
  while (!isSo() && socket.readyState !== WebSocket.CLOSED) await eventOf(socket);
}

function eventOf(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off('message', end).off('close', end);
      resolve();
    };
    socket.on('message', end).on('close', end);
  });
}
