import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import type { CheckpointStore, DeletedAs, SaveResult, StoredCheckpoint } from '../../core/checkpointStore.ts';
import { createNatsAccess } from '../nats/access.ts';
import { LinkHolder } from '../nats/linkHolder.ts';
import { withTimeout } from '../withTimeout.ts';
import { KEPT_DELETED_S, createStoreSettings, STORE_OPTIONS, type CheckpointStoreOptions } from './options.ts';
import { openCheckpointBucket, type BucketEntry, type CheckpointBucket } from '../nats/checkpointBucket.ts';

/** Options of `createNatsCheckpoints`. */
export interface NatsCheckpointsOptions extends CheckpointStoreOptions {
  /** The same as for `createNatsDirectory`. */
  readonly url: string | readonly string[];
  /** The content of a `.creds` file, in place of a user. */
  readonly credentials?: string | undefined;
  /** Name of the service, as for the directory. Up to 64 letters, digits, `-` and `_`. @default antiphon */
  readonly prefix?: string | undefined;
}

const OPTIONS: NameSet<keyof NatsCheckpointsOptions> = { ...STORE_OPTIONS, url: true, credentials: true, prefix: true };

/**
 * Creates a checkpoint store on NATS 2.9 or later with JetStream, for nodes on several machines. It needs the same
 * packages as `createNatsDirectory`. It has one connection, which opens on first use.
 *
 * @example
 * ```ts
 * import { createNatsCheckpoints, createNatsDirectory } from 'antiphon/directory';
 * import { secretsFromFile, type ClusterOptions } from 'antiphon/server';
 *
 * const [url, secrets] = ['nats://127.0.0.1:4222', secretsFromFile('/run/secrets/cluster')];
 * export const cluster: ClusterOptions = {
 *   directory: createNatsDirectory({ url }),
 *   url: 'http://10.0.0.1:3000',
 *   secrets,
 *   checkpoints: { store: createNatsCheckpoints({ url }) },
 * };
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an invalid option, or if a package is not installed
 */
export function createNatsCheckpoints(options: NatsCheckpointsOptions): CheckpointStore {
  checkOptions('createNatsCheckpoints', options, OPTIONS);
  const { url, credentials, prefix = 'antiphon', ...others } = options;
  const { timeoutMs, scheduler } = createStoreSettings(others);
  const describe = createNatsAccess({ url, credentials, prefix, timeoutMs }, 'createNatsCheckpoints');
  const open = async (): Promise<CheckpointBucket> =>
    openCheckpointBucket(await describe(`${prefix} checkpoints`), { name: `${prefix}-checkpoints`, timeoutMs });
  return new NatsCheckpoints(open, timeoutMs, scheduler);
}

/** A store on NATS. Replaces an entry only if its last revision is unchanged. */
class NatsCheckpoints implements CheckpointStore {
  readonly #links: LinkHolder<CheckpointBucket>;
  readonly #timeoutMs: number;
  readonly #scheduler: SchedulerLike;

  constructor(open: () => Promise<CheckpointBucket>, timeoutMs: number, scheduler: SchedulerLike) {
    this.#links = new LinkHolder(open);
    this.#timeoutMs = timeoutMs;
    this.#scheduler = scheduler;
  }

  async save(session: string, { epoch, value }: StoredCheckpoint, ttl: number): Promise<SaveResult> {
    const isSaved = await this.#replace(session, (entry) =>
      entry !== undefined && entry.epoch > epoch ? undefined : { epoch, value, ttl },
    );
    return isSaved ? 'saved' : 'superseded';
  }

  async load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined> {
    const found = await this.#use((bucket) => bucket.read(session));
    if (found === undefined) return undefined;
    return typeof found.value === 'string' ? found.value : { epoch: found.epoch, value: found.value };
  }

  claim(session: string, epoch: number): Promise<boolean> {
    return this.#replace(session, (entry) =>
      entry === undefined || typeof entry.value === 'string' || entry.epoch !== epoch
        ? undefined
        : { ...entry, epoch: epoch + 1 },
    );
  }

  async delete(session: string, epoch: number, as: DeletedAs = 'deleted'): Promise<void> {
    await this.#replace(session, (entry) =>
      entry !== undefined && entry.epoch > epoch ? undefined : { epoch: epoch + 1, value: as, ttl: KEPT_DELETED_S },
    );
  }

  close(): Promise<void> {
    return this.#links.close();
  }

  /**
   * Replaces an entry with the result of `change`, retrying as often as others write first. Keeps it if the result is
   * undefined.
   */
  async #replace(
    session: string,
    change: (entry: BucketEntry | undefined) => BucketEntry | undefined,
  ): Promise<boolean> {
    return this.#use(async (bucket) => {
      for (;;) {
        const found = await bucket.read(session);
        const changed = change(found);
        if (changed === undefined) return false;
        if (await bucket.replace(session, changed, found?.revision ?? (await bucket.revisionOf(session)))) return true;
      }
    });
  }

  /** Runs work with the bucket. Abandons a connection that does not answer. */
  async #use<T>(work: (bucket: CheckpointBucket) => Promise<T>): Promise<T> {
    try {
      const done = (async () => work(await this.#links.get()))();
      return await withTimeout(done, this.#timeoutMs, this.#scheduler);
    } catch (error) {
      this.#links.drop();
      throw error;
    }
  }
}
