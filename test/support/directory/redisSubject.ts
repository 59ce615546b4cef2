import { spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { createRedisDirectory } from '../../../src/directory/redis/redisDirectory.ts';
import type { SessionDirectorySubject } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import type { EngineCommand } from './engineServer.ts';
import { createEngineSubject } from './engineSubject.ts';

/** Debian's `redis-server`. */
export const REDIS: EngineCommand = {
  command: 'redis-server',
  args: (port, folder) => [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ],
  ready: 'Ready to accept',
};

/** Valkey: the `valkey-server` that `VALKEY_SERVER` names, or Debian's, since 13; undefined: there is none. */
export const VALKEY: EngineCommand | undefined = findValkey();

function findValkey(): EngineCommand | undefined {
  const command = process.env['VALKEY_SERVER'] ?? 'valkey-server';
  return spawnSync(command, ['--version']).status === 0 ? { ...REDIS, command } : undefined;
}

/** A directory on a server of its own. */
export function createRedisSubject(command: EngineCommand = REDIS): Promise<SessionDirectorySubject> {
  return createEngineSubject({
    ...command,
    connect: (port, options) => createRedisDirectory({ url: `redis://127.0.0.1:${port}`, ...options }),
    fill: (port) => setMaxMemory(port, '1'),
    free: (port) => setMaxMemory(port, '0'),
  });
}

async function setMaxMemory(port: number, bytes: string): Promise<void> {
  const client = new Redis(port, '127.0.0.1');
  await client.config('SET', 'maxmemory', bytes);
  client.disconnect();
}
