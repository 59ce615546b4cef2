import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { StartProcess } from './startProcess.ts';

/** Starts `redis-server` without anything on disk, or uses the one that REDIS names. Resolves with its address. */
export async function startEngine(
  { REDIS = '' }: NodeJS.ProcessEnv,
  folder: string,
  start: StartProcess,
): Promise<string> {
  if (REDIS !== '') return REDIS;
  const port = await findPort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  try {
    await start({ command: 'redis-server', args, ready: 'Ready to accept' });
    return `redis://127.0.0.1:${port}`;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const install = 'Install it (apt install redis-server, brew install redis)';
    const use = 'set REDIS to the address of one that runs: REDIS=redis://127.0.0.1:6379 npm run cluster';
    throw new Error(`redis-server is not installed. ${install}, or ${use}`, { cause });
  }
}

/** Finds a port of loopback that nobody listens at. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
