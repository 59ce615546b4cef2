import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { NodeRegistration } from '../../../src/core/sessionDirectory.ts';
import { createRedisDirectory } from '../../../src/directory/redis/redisDirectory.ts';
import { withinTime } from '../../../src/testing/contracts/assertions.ts';
import type { SessionDirectorySubject } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import { monotonicScheduler } from '../../../src/time/monotonicScheduler.ts';
import { skewed } from './memorySubject.ts';
import { createTcpProxy, type TcpProxy } from './tcpProxy.ts';

const PATIENCE_MS = 30_000;

/** A directory on a `redis-server` of its own, each node behind a proxy of its own. */
export async function createRedisSubject(): Promise<SessionDirectorySubject> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-redis-'));
  const port = await findPort();
  let server = await startRedis(port, folder);
  const proxies = new Map<string, TcpProxy>();
  for (const id of ['n0', 'n1', 'n2']) proxies.set(id, await createTcpProxy(port));
  const linkOf = (id: string): TcpProxy => proxies.get(id) ?? raise(`there is no link ${id}`);
  const registrations: NodeRegistration[] = [];
  const configure = async (maxmemory: string): Promise<void> => {
    const client = new Redis(port, '127.0.0.1');
    await client.config('SET', 'maxmemory', maxmemory);
    client.disconnect();
  };
  return {
    register: (node, skewMs = 0) => {
      const url = `redis://127.0.0.1:${linkOf(node.id).port}`;
      const registration = createRedisDirectory({ url, scheduler: skewed(monotonicScheduler, skewMs) }).register(node);
      registrations.push(registration);
      return registration;
    },
    link: linkOf,
    stop: () => stop(server),
    start: async () => {
      server = await startRedis(port, folder);
    },
    fill: () => configure('1'),
    free: () => configure('0'),
    wait: (what, work) => withinTime(what, work, undefined, PATIENCE_MS),
    pause: () => sleep(20),
    closed: async () => {
      for (const registration of registrations) await registration.close();
    },
    dispose: async () => {
      for (const registration of registrations) await registration.close();
      for (const proxy of proxies.values()) await proxy.close();
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startRedis(port: number, folder: string): Promise<ChildProcess> {
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.stdout.on('data', (text: Buffer) => void (text.includes('Ready to accept') && resolve()));
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
