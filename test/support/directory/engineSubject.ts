import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeRegistration, SessionDirectory } from '../../../src/core/sessionDirectory.ts';
import type { DirectoryOptions } from '../../../src/directory/options.ts';
import { withinTime } from '../../../src/testing/contracts/assertions.ts';
import type { SessionDirectorySubject } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import { monotonicScheduler } from '../../../src/time/monotonicScheduler.ts';
import { skewed } from './memorySubject.ts';
import { createTcpProxy, type TcpProxy } from './tcpProxy.ts';

/** A server that keeps a directory: how it is started, and how its memory is filled. */
export interface TestEngine {
  readonly command: string;
  /** Arguments for a server on loopback that keeps nothing on disk but in `folder`. */
  readonly args: (port: number, folder: string) => readonly string[];
  /** What it writes when it can be reached. */
  readonly ready: string;
  readonly connect: (port: number, options: DirectoryOptions) => SessionDirectory;
  readonly fill: (port: number) => Promise<void>;
  readonly free: (port: number) => Promise<void>;
}

export interface EngineSubject extends SessionDirectorySubject {
  /** Where the server listens, without a proxy. */
  readonly port: number;
}

const PATIENCE_MS = 30_000;

/** Longer than the defaults: an answer passes the event loop of a loaded process up to eight times. */
const PATIENT: DirectoryOptions = { expiry: 4, timeout: 3 };
/** Longer than the expiry. */
const PARTITION_MS = 5000;

/** Creates a directory on a server of its own, each node behind a proxy of its own. */
export async function createEngineSubject(
  engine: TestEngine,
  options: DirectoryOptions = PATIENT,
): Promise<EngineSubject> {
  const folder = mkdtempSync(join(tmpdir(), `antiphon-${engine.command}-`));
  const port = await findPort();
  let server = await start(engine, port, folder);
  const proxies = new Map<string, TcpProxy>();
  for (const id of ['n0', 'n1', 'n2']) proxies.set(id, await createTcpProxy(port));
  const linkOf = (id: string): TcpProxy => proxies.get(id) ?? raise(`there is no link ${id}`);
  const registrations: NodeRegistration[] = [];
  return {
    port,
    register: (node, skewMs = 0) => {
      const directory = engine.connect(linkOf(node.id).port, {
        ...options,
        scheduler: skewed(monotonicScheduler, skewMs),
      });
      const registration = directory.register(node);
      registrations.push(registration);
      return registration;
    },
    link: linkOf,
    stop: () => stop(server),
    start: async () => {
      server = await start(engine, port, folder);
    },
    fill: () => engine.fill(port),
    free: () => engine.free(port),
    wait: (what, work) => withinTime(what, work, undefined, PATIENCE_MS),
    pause: () => sleep(20),
    passLong: () => sleep(PARTITION_MS),
    closed: async () => {
      for (const registration of registrations) await registration.close();
      for (const [id, proxy] of proxies)
        await withinTime(`that ${id} has no connection`, proxy.unused(), undefined, PATIENCE_MS);
    },
    dispose: async () => {
      for (const registration of registrations) await registration.close();
      for (const proxy of proxies.values()) await proxy.close();
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start({ command, args, ready }: TestEngine, port: number, folder: string): Promise<ChildProcess> {
  const server = spawn(command, args(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    for (const output of [server.stdout, server.stderr])
      output.on('data', (text: Buffer) => void (text.includes(ready) && resolve()));
  });
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function raise(message: string): never {
  throw new Error(message);
}
