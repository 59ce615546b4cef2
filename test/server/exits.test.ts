import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { messageContaining, openSocket, offerOf } from './support.ts';

const SERVE = resolve(import.meta.dirname, '../../dist/examples/serve/serve.js');
/** A server that leaves all signals to `serve`. */
const PLAIN = resolve(import.meta.dirname, 'faults/process.mjs');

const ENOUGH_MS = 60_000;

type Process = ChildProcessByStdio<null, Readable, Readable>;

/** What `npm start` runs once it has built, with engines and all. */
function spawned(env: NodeJS.ProcessEnv, script = SERVE): Process {
  const { OPENAI_API_KEY: _, ...ours } = process.env;
  const server = spawn(process.execPath, [script], {
    env: { ...ours, ENGINES: 'local', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  return server;
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Resolves when it listens. */
interface Running {
  readonly server: Process;
  readonly url: string;
  /** Its output until its address was known. */
  readonly output: string;
}

async function running(drainSeconds = 0, script = SERVE): Promise<Running> {
  const server = spawned({ PORT: '0', DRAIN_TIMEOUT: `${drainSeconds}` }, script);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const url = /http:\S+/u.exec(first.toString())?.[0];
  if (url === undefined) throw new Error(first.toString());
  return { server, url, output: first.toString() };
}

/** Starts a session. While other tests keep the machine busy, the server refuses it. */
async function call(url: string): Promise<StartSessionResponse> {
  let response = await post(url);
  const retry = async (): Promise<number> => (response = response.ok ? response : await post(url)).status;
  await expect.poll(retry, { timeout: ENOUGH_MS }).toBe(201);
  return (await response.json()) as StartSessionResponse;
}

async function post(url: string): Promise<Response> {
  return await fetch(`${url}/v1/sessions`, { method: 'POST' });
}

async function clientOf(url: string): Promise<WebSocket> {
  const session = await call(url);
  const client = openSocket(session.transport.url, offerOf(session));
  await once(client, 'open');
  return client;
}

async function exitAfter(server: Process, ...signals: readonly NodeJS.Signals[]): Promise<unknown> {
  const exited = once(server, 'exit');
  const complaints = textOf(server.stderr);
  for (const signal of signals) server.kill(signal);
  const [code, signal] = await exited;
  return { code, signal, complaints: await complaints };
}

const WELL = { code: 0, signal: null, complaints: '' };

describe('SIGTERM ends the process well', () => {
  it('without a session', async () => {
    const { server } = await running();
    expect(await exitAfter(server, 'SIGTERM')).toEqual(WELL);
  });

  it('when a session waits for its client', async () => {
    const { server, url } = await running();
    await call(url);
    expect(await exitAfter(server, 'SIGTERM')).toEqual(WELL);
  });

  it('when a session is being configured', async () => {
    const { server, url } = await running();
    const calling = post(url).catch(() => undefined);
    expect(await exitAfter(server, 'SIGTERM')).toEqual(WELL);
    await calling;
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('when the agent is speaking, as %s does', async (signal) => {
    const { server, url } = await running();
    const client = await clientOf(url);
    await new Promise<void>((heard) => client.on('message', (_data, isBinary) => isBinary && heard()));
    client.send(Buffer.alloc(640));
    expect(await exitAfter(server, signal)).toEqual(WELL);
  });

  it('when a session is ending', async () => {
    const { server, url } = await running();
    const client = await clientOf(url);
    client.send(JSON.stringify({ type: 'session.end' }));
    expect(await exitAfter(server, 'SIGTERM')).toEqual(WELL);
  });

  it('when it comes again and again', async () => {
    const { server, url } = await running();
    await clientOf(url);
    expect(await exitAfter(server, 'SIGTERM', 'SIGINT', 'SIGTERM', 'SIGINT')).toEqual(WELL);
  });
});

describe('SIGTERM, while a client talks to the agent', () => {
  it('tells the client, and ends the process when the session has ended', async () => {
    const { server, url } = await running(600);
    const client = await clientOf(url);
    const told = messageContaining(client, '"session.draining"');
    const exited = exitAfter(server, 'SIGTERM');
    await told;
    const { status } = await fetch(`${url}/readyz`);
    client.send(JSON.stringify({ type: 'session.end' }));
    expect([status, await exited]).toEqual([503, WELL]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends the process when %s follows', async (second) => {
    const { server, url } = await running(600, PLAIN);
    const client = await clientOf(url);
    const told = messageContaining(client, '"session.draining"');
    const left = once(client, 'close');
    server.kill('SIGTERM');
    await told;
    expect([await exitAfter(server, second), (await left)[0]]).toEqual([WELL, 1012]);
  });
});

describe('the server of the example', () => {
  it('prints its address and the sessions that run', async () => {
    const { server, output } = await running();
    const rest = textOf(server.stdout);
    server.kill();
    expect(output + (await rest)).toMatch(/hears +built-in[^]*built-in rules[^]*speaks +built-in/u);
  });

  it('prints that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = spawned({ PORT: `${port}` });
    const [output, [code]] = await Promise.all([textOf(server.stderr), once(server, 'exit')]);
    expect([code, output]).toEqual([
      1,
      `serve: port ${port} of 127.0.0.1: it is in use by another program; choose another port\n`,
    ]);
  });

  it.each([
    ['PORT', { PORT: '80a' }, 'serve: PORT: expected a number from 0 to 65535, got "80a"'],
    ['DRAIN_TIMEOUT', { DRAIN_TIMEOUT: '1m' }, 'serve: DRAIN_TIMEOUT: expected a number of seconds, got "1m"'],
    ['HOST', { PORT: '0', HOST: '0.0.0.0' }, 'serve: host 0.0.0.0: this server does not identify its callers'],
  ])('honours %s', async (_name, env, complaint) => {
    const server = spawned(env);
    const [output, [code]] = await Promise.all([textOf(server.stderr), once(server, 'exit')]);
    expect([code, output]).toEqual([1, expect.stringContaining(complaint)]);
  });
});

it('the shell of `npm start` takes the server with it when it is ended', async () => {
  const env = { ...process.env, PORT: '0', ENGINES: 'local', npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', `${process.execPath} ${SERVE}; true`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The server holds it, too: it ends when both have.
  await once(shell.stdout.resume(), 'end');
});
