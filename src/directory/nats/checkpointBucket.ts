import type { ConnectionOptions } from '@nats-io/transport-node';
import type { DeletedAs } from '../../core/checkpointStore.ts';
import { unless } from './bucket.ts';
import { CONFLICT } from './writeBatch.ts';

/** The checkpoint of a session, or how the session ended. */
export interface BucketEntry {
  readonly epoch: number;
  readonly value: Uint8Array | DeletedAs;
  /** Time to live in seconds. */
  readonly ttl: number;
}

/** The bucket with a service's checkpoints, over one connection. */
export interface CheckpointBucket {
  /** Reads an entry. An expired entry counts as missing. */
  read(session: string): Promise<(BucketEntry & { readonly revision: number }) | undefined>;
  /** Returns the revision of an entry, even if it has expired, or 0 if there is none. */
  revisionOf(session: string): Promise<number>;
  /** Replaces a revision. Resolves with false if it is not the latest. */
  replace(session: string, entry: BucketEntry, revision: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Maximum duration of a session. Entries that no one reads are freed after it. */
const MAX_TTL_MS = 86_400_000;
/** Size of the header: epoch, time to live in ms, and the kind of the content that follows. */
const HEADER_BYTES = 9;
const DELETED = 0;
const VALUE = 1;
const ABANDONED = 2;

export async function openCheckpointBucket(
  options: ConnectionOptions,
  { name, timeoutMs: timeout }: { readonly name: string; readonly timeoutMs: number },
): Promise<CheckpointBucket> {
  const [{ connect }, { jetstream, StorageType }, { Kvm }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
    import('@nats-io/kv'),
  ]);
  const connection = await connect(options);
  try {
    const kvm = new Kvm(jetstream(connection, { timeout }));
    const bucket = await kvm.create(name, { storage: StorageType.Memory, ttl: MAX_TTL_MS });
    return {
      read: async (session) => {
        const found = await bucket.get(session);
        const entry = found === null || found.operation !== 'PUT' ? undefined : parse(found.value);
        if (found === null || entry === undefined) return undefined;
        const isOver = Date.now() >= found.created.getTime() + entry.ttl * 1000;
        return isOver ? undefined : { ...entry, revision: found.revision };
      },
      revisionOf: async (session) => (await bucket.get(session))?.revision ?? 0,
      replace: async (session, entry, previousSeq) => {
        const revision = await unless(CONFLICT, bucket.put(session, write(entry), { previousSeq, timeout }));
        return revision !== undefined;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function write({ epoch, value, ttl }: BucketEntry): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(epoch, 0);
  header.writeUInt32BE(Math.min(Math.ceil(ttl * 1000), MAX_TTL_MS), 4);
  if (typeof value !== 'string') header[HEADER_BYTES - 1] = VALUE;
  else header[HEADER_BYTES - 1] = value === 'abandoned' ? ABANDONED : DELETED;
  return typeof value === 'string' ? header : Buffer.concat([header, value]);
}

function parse(data: Uint8Array): BucketEntry | undefined {
  if (data.length < HEADER_BYTES) return undefined;
  const header = Buffer.from(data.subarray(0, HEADER_BYTES));
  const deletedAs = header[HEADER_BYTES - 1] === ABANDONED ? 'abandoned' : 'deleted';
  return {
    epoch: header.readUInt32BE(0),
    ttl: header.readUInt32BE(4) / 1000,
    value: header[HEADER_BYTES - 1] === VALUE ? data.slice(HEADER_BYTES) : deletedAs,
  };
}
