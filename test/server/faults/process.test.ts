import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { offerOf, openSocket } from '../support.ts';
import { createPeer, hasType, type Peer } from './peer.ts';

const SCRIPT = fileURLToPath(new URL('process.mjs', import.meta.url));

/** File descriptors that are left, fewer than the connections that come. */
const SPARE = 10;

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  /** A client that is in the middle of an answer. */
  readonly witness: Peer;
}

async function running(...flags: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [...flags, SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = printed.toString().trim();
  const witness = await join(url);
  witness.say({ type: 'input.text', text: 'tell me' });
  await once(witness.socket, 'message');
  return { process: child, url, witness };
}

async function start(url: string, custom_data: object = {}): Promise<Response> {
  return fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ custom_data }),
  });
}

async function join(url: string): Promise<Peer> {
  const session = (await (await start(url)).json()) as StartSessionResponse;
  const socket = openSocket(session.transport.url, offerOf(session));
  const peer = createPeer(socket);
  await once(socket, 'open');
  return peer;
}

/** Waits for the end of its answer. Returns what it has lost of it. */
async function lossesOf(witness: Peer): Promise<readonly string[]> {
  while (!hasType(witness, 'audio.end') && witness.closeCode === null) await once(witness.socket, 'message');
  const { samples, announced, messages, closeCode } = witness;
  return [
    ...(samples > 0 && samples === announced ? [] : [`${announced - samples} samples`]),
    ...(messages.every(({ seq }, at) => seq === at) ? [] : ['messages']),
    ...(closeCode === null ? [] : [`closed with ${closeCode}`]),
  ];
}

it('a server is suspended, and continued: nobody loses a frame', async () => {
  const { process: server, url, witness } = await running();
  const other = await join(url);
  server.kill('SIGSTOP');
  // What the clients send meanwhile waits.
  other.socket.send(Buffer.alloc(640));
  await wait(1500);
  server.kill('SIGCONT');
  await Promise.all([other.ping(), witness.ping()]);
  expect([await lossesOf(witness), other.closeCode]).toEqual([[], null]);
  expect((await start(url)).status).toBe(201);
});

it('a server runs out of file descriptors: new connections are refused, and later served again', async () => {
  const { process: server, url, witness } = await running();
  // A limit from the start would be reached by what the server loads.
  const open = readdirSync(`/proc/${server.pid}/fd`).length;
  execFileSync('prlimit', ['--pid', `${server.pid}`, `--nofile=${open + SPARE}`]);
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  for (let n = 0; n < 100; n += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    sockets.push(socket);
  }
  // Those that found no descriptor are closed, or wait unanswered.
  const refused = await Promise.race([start(url).then(({ status }) => status), wait(2000, 'no answer')]).catch(
    () => 'refused',
  );
  expect(['refused', 'no answer', 503]).toContain(refused);
  await witness.ping();
  for (const socket of sockets) socket.destroy();
  expect(await lossesOf(witness)).toEqual([]);
  await expect
    .poll(
      () =>
        start(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(201);
});

it('a server fills its heap: it refuses sessions before V8 aborts, and those that run go on', async () => {
  const { process: server, url, witness } = await running('--max-old-space-size=128');
  let taken = 0;
  let answer = await start(url, { mib: 1 });
  while (answer.status === 201 && taken < 1000) {
    taken += 1;
    answer = await start(url, { mib: 1 });
  }
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'overloaded']);
  expect(taken).toBeGreaterThan(5);
  expect([server.exitCode, await lossesOf(witness)]).toEqual([null, []]);
});
