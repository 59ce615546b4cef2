export type {
  ClaimResult,
  DirectoryHealth,
  DirectoryNode,
  NodeProfile,
  NodeRegistration,
  SessionClaim,
  SessionDirectory,
} from '../core/sessionDirectory.ts';
export { createMemoryDirectory } from './memory/memoryDirectory.ts';
export { createNatsDirectory, type NatsDirectoryOptions } from './nats/natsDirectory.ts';
export { createRedisDirectory, type RedisDirectoryOptions } from './redis/redisDirectory.ts';
export type { DirectoryOptions } from './options.ts';
