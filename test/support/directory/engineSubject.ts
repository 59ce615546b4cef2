import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeRegistration, SessionDirectory } from '../../../src/core/sessionDirectory.ts';
import type { DirectoryOptions } from '../../../src/directory/options.ts';
import { withinTime } from '../../../src/testing/contracts/assertions.ts';
import type { SessionDirectorySubject } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import { monotonicScheduler } from '../../../src/time/monotonicScheduler.ts';
import { startEngineServer, type EngineCommand } from './engineServer.ts';
import { skewed } from './memorySubject.ts';
import { createTcpProxy, type TcpProxy } from './tcpProxy.ts';

/** A server that keeps a directory: how its memory is filled, and how nodes connect to it. */
export interface TestEngine extends EngineCommand {
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
const PARTITION_MS = 10_000;

/** Creates a directory on a server of its own, each node behind a proxy of its own. */
export async function createEngineSubject(
  engine: TestEngine,
  options: DirectoryOptions = PATIENT,
): Promise<EngineSubject> {
  const server = await startEngineServer(engine);
  const { port } = server;
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
    stop: server.stop,
    start: server.start,
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
      await server.dispose();
    },
  };
}

function raise(message: string): never {
  throw new Error(message);
}
