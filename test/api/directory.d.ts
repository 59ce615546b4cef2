// src/core/sessionDirectory.d.ts
export type ClaimResult = 'claimed' | 'owned' | 'over_limit';
export type DirectoryHealth = 'connected' | 'degraded';
export interface DirectoryNode extends NodeProfile {
    readonly load: number;
    readonly state: 'serving' | 'draining';
}
export interface NodeProfile {
    readonly id: string;
    readonly url: string;
    readonly capacity: number;
}
export interface NodeRegistration {
    readonly health$: Observable<DirectoryHealth>;
    readonly nodes$: Observable<readonly DirectoryNode[]>;
    readonly lost$: Observable<string>;
    publishLoad(load: number): Promise<void>;
    drain(): Promise<void>;
    place<T>(ask: (node: DirectoryNode) => Promise<T | undefined>): Promise<T | undefined>;
    claim(claim: SessionClaim): Promise<ClaimResult>;
    confirm(claim: Omit<SessionClaim, 'limit'>): Promise<'claimed' | 'owned'>;
    release(session: string): Promise<void>;
    find(session: string): Promise<DirectoryNode | undefined>;
    count(key: string): Promise<number>;
    close(): Promise<void>;
}
export interface SessionClaim {
    readonly session: string;
    readonly key: string;
    readonly limit?: number | undefined;
}
export interface SessionDirectory {
    register(node: NodeProfile): NodeRegistration;
}

// src/core/checkpointStore.d.ts
export interface CheckpointStore {
    save(session: string, checkpoint: StoredCheckpoint, ttl: number): Promise<SaveResult>;
    load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined>;
    claim(session: string, epoch: number): Promise<boolean>;
    delete(session: string, epoch: number, as?: DeletedAs): Promise<void>;
    close(): Promise<void>;
}
export type DeletedAs = 'deleted' | 'abandoned';
export type SaveResult = 'saved' | 'superseded';
export interface StoredCheckpoint {
    readonly epoch: number;
    readonly value: Uint8Array;
}

// src/directory/checkpoints/memoryCheckpoints.d.ts
export declare function createMemoryCheckpoints(options?: MemoryCheckpointsOptions): CheckpointStore;
export interface MemoryCheckpointsOptions {
    readonly scheduler?: Pick<SchedulerLike, 'now'> | undefined;
}

// src/directory/checkpoints/natsCheckpoints.d.ts
export declare function createNatsCheckpoints(options: NatsCheckpointsOptions): CheckpointStore;
export interface NatsCheckpointsOptions extends CheckpointStoreOptions {
    readonly url: string | readonly string[];
    readonly credentials?: string | undefined;
    readonly prefix?: string | undefined;
}

// src/directory/checkpoints/redisCheckpoints.d.ts
export declare function createRedisCheckpoints(options: RedisCheckpointsOptions): CheckpointStore;
export interface RedisCheckpointsOptions extends CheckpointStoreOptions {
    readonly url: string | readonly string[];
    readonly prefix?: string | undefined;
}

// src/directory/checkpoints/options.d.ts
export interface CheckpointStoreOptions {
    readonly timeout?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// src/directory/memory/memoryDirectory.d.ts
export declare function createMemoryDirectory(options?: DirectoryOptions): SessionDirectory;

// src/directory/nats/natsDirectory.d.ts
export declare function createNatsDirectory(options: NatsDirectoryOptions): SessionDirectory;
export interface NatsDirectoryOptions extends DirectoryOptions {
    readonly url: string | readonly string[];
    readonly credentials?: string | undefined;
    readonly prefix?: string | undefined;
}

// src/directory/redis/redisDirectory.d.ts
export declare function createRedisDirectory(options: RedisDirectoryOptions): SessionDirectory;
export interface RedisDirectoryOptions extends DirectoryOptions {
    readonly url: string | readonly string[];
    readonly prefix?: string | undefined;
}

// src/directory/options.d.ts
export interface DirectoryOptions {
    readonly heartbeat_interval?: number | undefined;
    readonly expiry?: number | undefined;
    readonly timeout?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
