import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX } from '../../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { startEngineServer, type EngineCommand, type EngineServer } from '../../support/directory/engineServer.ts';
import { findPort } from '../../support/findPort.ts';
import { messageContaining } from '../support.ts';
import { SECRET } from './support.ts';

const COMMAND = resolve(import.meta.dirname, '../../../dist/src/cli/antiphon.js');
const AGENT = 'agent.mjs';
const POLL_MS = 20;

/** `antiphon serve` in a process of its own, as a node. */
export interface NodeProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Nodes on an engine, each in a process. */
export interface NodeProcesses {
  readonly engine: EngineServer;
  readonly nodes: readonly [NodeProcess, NodeProcess, NodeProcess];
  dispose(): Promise<void>;
}

/** Starts nodes on an engine of their own. `agent`: a file of this folder. */
export async function startNodeProcesses(
  engine: EngineCommand,
  flag: 'redis' | 'nats',
  capacity: number,
  moreOf?: (secrets: string) => readonly string[],
  agent?: string,
): Promise<NodeProcesses> {
  const server = await startEngineServer(engine);
  const nodes = startNodes(flag, [`${flag}://127.0.0.1:${server.port}`], capacity, moreOf, agent);
  const started = await nodes.catch(async (error: unknown) => {
    await server.dispose();
    throw error;
  });
  return {
    ...started,
    engine: server,
    dispose: async () => {
      await started.dispose();
      await server.dispose();
    },
  };
}

/**
 * Starts nodes on an engine that runs. `flag`: the flag of `antiphon serve` that names its servers. `moreOf`: further arguments, with the
 * file of the secrets.
 */
export async function startNodes(
  flag: 'redis' | 'nats',
  urls: readonly string[],
  capacity: number,
  moreOf: (secrets: string) => readonly string[] = () => [],
  agent: string = AGENT,
): Promise<Omit<NodeProcesses, 'engine'>> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-nodes-'));
  const secrets = join(folder, 'secrets');
  await writeFile(secrets, SECRET);
  const common = [`--${flag}`, urls.join(','), '--cluster-secrets-file', secrets];
  const limits = ['--max-sessions', `${capacity}`, '--max-unauthenticated-per-minute', '1000000'];
  // A busy machine is no reason to refuse a session, or to give one up.
  const patience = ['--max-loop-delay', '60', '--join-timeout', '3600'];
  const start = (id: string): Promise<NodeProcess> =>
    startNodeProcess(agent, ['--node-id', id, '--no-page', ...common, ...limits, ...patience, ...moreOf(secrets)]);
  const starts = await Promise.allSettled([start('a'), start('b'), start('c')]);
  const dispose = async (): Promise<void> => {
    for (const node of starts) if (node.status === 'fulfilled') node.value.child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  };
  const [a, b, c] = starts.map((node) => (node.status === 'fulfilled' ? node.value : undefined));
  if (a !== undefined && b !== undefined && c !== undefined) return { nodes: [a, b, c], dispose };
  await dispose();
  throw new AggregateError(starts.flatMap((node) => (node.status === 'rejected' ? [node.reason] : [])));
}

async function startNodeProcess(agent: string, args: readonly string[]): Promise<NodeProcess> {
  const file = resolve(import.meta.dirname, agent);
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [COMMAND, 'serve', file, '--port', `${port}`, '--node-url', url, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stderr });
  await new Promise<void>((listening, failed) => {
    output.on('line', (line) => {
      lines.push(line);
      if (line.includes('served at')) listening();
    });
    child.once('exit', () => failed(new Error(lines.join('\n'))));
  });
  return { url, child };
}

/** Ends a node as a crash does. */
export async function kill({ child }: NodeProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Asks a node for something about a session, or to start one. */
export function ask({ url }: Pick<NodeProcess, 'url'>, method: string, path = ''): Promise<Response> {
  return fetch(`${url}/v1/sessions${path}`, { method, redirect: 'manual' });
}

export async function start(node: NodeProcess): Promise<StartSessionResponse> {
  const response = await ask(node, 'POST');
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as StartSessionResponse;
}

/** The node that the address of a session names. */
export function ownerOf(nodes: readonly NodeProcess[], { transport }: StartSessionResponse): NodeProcess {
  const owner = nodes.find(({ url }) => new URL(url).host === new URL(transport.url).host);
  if (owner === undefined) throw new Error(transport.url);
  return owner;
}

/** How many of the sessions each node owns. */
export function countByNode(
  nodes: readonly NodeProcess[],
  sessions: readonly StartSessionResponse[],
): readonly number[] {
  return nodes.map((node) => sessions.filter((session) => ownerOf(nodes, session) === node).length);
}

/** Ends sessions, and waits until no node has any. */
export async function endAll(nodes: readonly NodeProcess[], sessions: readonly StartSessionResponse[]): Promise<void> {
  for (const session of sessions) await ask(ownerOf(nodes, session), 'DELETE', `/${session.session_id}`);
  for (const node of nodes) await untilMetric(node, 'antiphon_directory_load 0');
}

/** Resolves when the metrics of a node have this line. */
export async function untilMetric({ url }: NodeProcess, line: string): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (text.split('\n').includes(line)) return;
    await sleep(POLL_MS);
  }
}

/** The conversation of one client. */
export interface TestCall {
  readonly session: StartSessionResponse;
  readonly socket: WebSocket;
  readonly resumeToken: string;
  /** Types something. Resolves when the agent has answered. */
  say(text: string): Promise<void>;
}

export async function joinCall(session: StartSessionResponse): Promise<TestCall> {
  const { url, token } = session.transport;
  const socket = new WebSocket(url, [PROTOCOL, TOKEN_PREFIX + token]);
  const begun = once(socket, 'message') as Promise<[Buffer]>;
  await once(socket, 'open');
  const { resume_token: resumeToken } = JSON.parse(String((await begun)[0])) as { readonly resume_token: string };
  return {
    session,
    socket,
    resumeToken,
    say: async (text) => {
      const answer = messageContaining(socket, `You said ${text}`);
      socket.send(JSON.stringify({ type: 'input.text', text }));
      await answer;
    },
  };
}
