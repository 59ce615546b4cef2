export type {
  ClaimResult,
  DirectoryHealth,
  DirectoryNode,
  NodeProfile,
  NodeRegistration,
  SessionClaim,
  SessionDirectory,
} from '../core/sessionDirectory.ts';
export type { CheckpointStore, DeletedAs, SaveResult, StoredCheckpoint } from '../core/checkpointStore.ts';
export { createMemoryCheckpoints, type MemoryCheckpointsOptions } from './checkpoints/memoryCheckpoints.ts';
export { createNatsCheckpoints, type NatsCheckpointsOptions } from './checkpoints/natsCheckpoints.ts';
export { createRedisCheckpoints, type RedisCheckpointsOptions } from './checkpoints/redisCheckpoints.ts';
export type { CheckpointStoreOptions } from './checkpoints/options.ts';
export { createMemoryDirectory } from './memory/memoryDirectory.ts';
export { createNatsDirectory, type NatsDirectoryOptions } from './nats/natsDirectory.ts';
export { createRedisDirectory, type RedisDirectoryOptions } from './redis/redisDirectory.ts';
export type { DirectoryOptions } from './options.ts';
