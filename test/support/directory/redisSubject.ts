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

/** A directory on a `redis-server` of its own. */
export function createRedisSubject(): Promise<SessionDirectorySubject> {
  return createEngineSubject({
    ...REDIS,
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
