import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import type { CheckpointStore, DeletedAs, SaveResult, StoredCheckpoint } from '../../core/checkpointStore.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { KEPT_DELETED_S } from './options.ts';

export interface MemoryCheckpointsOptions {
  /** The clock. @default real time */
  readonly scheduler?: Pick<SchedulerLike, 'now'> | undefined;
}

interface Kept {
  readonly epoch: number;
  /** The value, or how it was deleted. */
  readonly value: Uint8Array | DeletedAs;
  readonly expiresAt: number;
}

const OPTIONS: NameSet<keyof MemoryCheckpointsOptions> = { scheduler: true };

/**
 * Creates a store for servers in one process, for tests and for restarts of a server within a process.
 *
 * @example
 * ```ts
 * import { createMemoryCheckpoints } from 'antiphon/directory';
 *
 * const store = createMemoryCheckpoints();
 * console.log(await store.save('ses_1', { epoch: 1, value: new Uint8Array([1]) }, 60_000)); // 'saved'
 * console.log(await store.load('ses_1')); // { epoch: 1, value: … }
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function createMemoryCheckpoints(options: MemoryCheckpointsOptions = {}): CheckpointStore {
  checkOptions('createMemoryCheckpoints', options, OPTIONS);
  const { scheduler = monotonicScheduler } = options;
  return new MemoryCheckpoints(scheduler);
}

class MemoryCheckpoints implements CheckpointStore {
  readonly #kept: Map<string, Kept> = new Map();
  readonly #scheduler: Pick<SchedulerLike, 'now'>;

  constructor(scheduler: Pick<SchedulerLike, 'now'>) {
    this.#scheduler = scheduler;
  }

  async save(session: string, { epoch, value }: StoredCheckpoint, ttl: number): Promise<SaveResult> {
    const kept = this.#find(session);
    if (kept !== undefined && kept.epoch > epoch) return 'superseded';
    this.#put(session, epoch, Uint8Array.from(value), ttl);
    return 'saved';
  }

  async load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined> {
    const kept = this.#find(session);
    if (kept === undefined) return undefined;
    return typeof kept.value === 'string' ? kept.value : { epoch: kept.epoch, value: kept.value };
  }

  async claim(session: string, epoch: number): Promise<boolean> {
    const kept = this.#find(session);
    if (kept === undefined || typeof kept.value === 'string' || kept.epoch !== epoch) return false;
    this.#kept.set(session, { ...kept, epoch: epoch + 1 });
    return true;
  }

  async delete(session: string, epoch: number, as: DeletedAs = 'deleted'): Promise<void> {
    const kept = this.#find(session);
    if (kept !== undefined && kept.epoch > epoch) return;
    this.#put(session, epoch + 1, as, KEPT_DELETED_S);
  }

  async close(): Promise<void> {}

  #put(session: string, epoch: number, value: Kept['value'], ttl: number): void {
    this.#kept.set(session, { epoch, value, expiresAt: this.#scheduler.now() + ttl * 1000 });
  }

  /** Finds a session's entry. An expired entry counts as missing, and the next access frees it. */
  #find(session: string): Kept | undefined {
    for (const [id, { expiresAt }] of this.#kept) if (expiresAt <= this.#scheduler.now()) this.#kept.delete(id);
    return this.#kept.get(session);
  }
}
