import type { KV, KvEntry, KvWatchEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { ALL_NODES, nodeIdOf, parseNodeEntry } from './entries.ts';
import { CONFLICT, writeBatch } from './writeBatch.ts';
import type { SeenNode } from './replica.ts';

/** Time to live of an entry, in ms. The owner of a session counts only while its node is alive. */
export const ENTRY_TTL_MS = 3_600_000;

export interface StoredText {
  readonly text: string;
  readonly revision: number;
}

/** The arguments of one `replace`. */
export interface KeyedWrite {
  readonly key: string;
  readonly value: object;
  readonly previous: number;
}

/** A service's entries in one JetStream stream, whose revisions have a single order. */
export interface NatsBucket {
  /** Unique to this bucket: an earlier bucket of the same name has another ID. */
  readonly id: string;
  read(key: string): Promise<StoredText | undefined>;
  /**
   * Replaces the revision `previous`, or 0 for none. Resolves with the new revision, or with undefined if `previous` is
   * not the latest.
   */
  replace(key: string, value: object, previous: number): Promise<number | undefined>;
  /** Does the same for many entries, without waiting for one write before the next. */
  replaceAll(writes: readonly KeyedWrite[]): Promise<readonly (number | undefined)[]>;
  /** Replaces the entry regardless of its revision. */
  put(key: string, value: object): Promise<number>;
  /** Ends an entry. Watchers are notified. */
  end(key: string): Promise<void>;
  /** Removes this revision if it still exists. */
  remove(revision: number): Promise<void>;
  /** Calls `see` with each existing node and with each change, in order. Ends with the connection. */
  watch(see: (node: SeenNode) => void): Promise<void>;
}

const REMOVED: readonly unknown[] = [10_037, 10_043];

/** Opens the bucket, and creates it if it does not exist. */
export async function openBucket(
  connection: NatsConnection,
  { prefix, timeoutMs: timeout }: { readonly prefix: string; readonly timeoutMs: number },
): Promise<NatsBucket> {
  const [{ jetstream, jetstreamManager, StorageType }, { Kvm }] = await Promise.all([
    import('@nats-io/jetstream'),
    import('@nats-io/kv'),
  ]);
  const kvm = new Kvm(jetstream(connection, { timeout }));
  const bucket = await kvm.create(prefix, { storage: StorageType.Memory, ttl: ENTRY_TTL_MS });
  const { streams } = await jetstreamManager(connection, { timeout, checkAPI: false });
  const remove = (revision: number): Promise<unknown> => streams.deleteMessage(`KV_${prefix}`, revision, false);
  const { streamInfo } = await bucket.status();
  return {
    id: `${streamInfo.created}`,
    read: async (key) => toText(await bucket.get(key)),
    replace: (key, value, previousSeq) =>
      unless(CONFLICT, bucket.put(key, JSON.stringify(value), { previousSeq, timeout })),
    replaceAll: (writes) =>
      writeBatch(
        connection,
        writes.map(({ key, value, previous }) => ({
          subject: `$KV.${prefix}.${key}`,
          value: JSON.stringify(value),
          previous,
        })),
      ),
    put: (key, value) => bucket.put(key, JSON.stringify(value), { timeout }),
    end: (key) => bucket.delete(key),
    remove: async (revision) => void (await unless(REMOVED, remove(revision))),
    watch: (see) => watchNodes(bucket, see),
  };
}

async function watchNodes(bucket: KV, see: (node: SeenNode) => void): Promise<void> {
  const entries = await bucket.watch({ key: ALL_NODES });
  const follow = async (): Promise<void> => {
    for await (const entry of entries) see(toSeenNode(entry));
  };
  // The next heartbeat notices anything missed here.
  follow().catch(() => undefined);
}

function toSeenNode(entry: KvWatchEntry): SeenNode {
  const isWritten = entry.operation === 'PUT';
  return {
    id: nodeIdOf(entry.key),
    revision: entry.revision,
    at: entry.created.getTime(),
    entry: isWritten ? parseNodeEntry(entry.string()) : undefined,
  };
}

function toText(entry: KvEntry | null): StoredText | undefined {
  return entry === null ? undefined : { text: entry.string(), revision: entry.revision };
}

/** Resolves with undefined for an error with one of these codes. */
export async function unless<T>(codes: readonly unknown[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(error.code)) return undefined;
    throw error;
  }
}
