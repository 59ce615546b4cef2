import { firstValueFrom, timer, type SchedulerLike } from 'rxjs';
import type { CheckpointStore, DeletedAs, SaveResult, StoredCheckpoint } from '../../../src/core/checkpointStore.ts';
import type { EngineFaults } from '../../support/directory/faultyEngine.ts';

export interface FaultyStoreOptions {
  /** The store at this instant: an engine that restarts has another one. */
  readonly kept: () => CheckpointStore;
  readonly faults: () => EngineFaults;
  /** Called when the engine has taken a checkpoint. */
  readonly onSaved: (session: string, checkpoint: StoredCheckpoint) => void;
  readonly scheduler: SchedulerLike;
}

/** A store of checkpoints behind a connection with faults. */
export class FaultyStore implements CheckpointStore {
  readonly #options: FaultyStoreOptions;

  constructor(options: FaultyStoreOptions) {
    this.#options = options;
  }

  async save(session: string, checkpoint: StoredCheckpoint, ttl: number): Promise<SaveResult> {
    if (this.#options.faults().isFull) throw new Error('the memory of the engine is full');
    return this.#pass(async (kept) => {
      const result = await kept.save(session, checkpoint, ttl);
      if (result === 'saved') this.#options.onSaved(session, checkpoint);
      return result;
    });
  }

  load(session: string): ReturnType<CheckpointStore['load']> {
    return this.#pass((kept) => kept.load(session));
  }

  claim(session: string, epoch: number): Promise<boolean> {
    return this.#pass((kept) => kept.claim(session, epoch));
  }

  delete(session: string, epoch: number, as?: DeletedAs): Promise<void> {
    return this.#pass((kept) => kept.delete(session, epoch, as));
  }

  async close(): Promise<void> {}

  async #pass<T>(work: (kept: CheckpointStore) => Promise<T>): Promise<T> {
    await this.#travel();
    const answer = await work(this.#options.kept());
    await this.#travel();
    return answer;
  }

  /** A connection that is cut is given up after a while, as the stores do. */
  async #travel(): Promise<void> {
    const { faults, scheduler } = this.#options;
    const { isCut, isAway, delayMs } = faults();
    if (isAway) throw new Error('the engine is away');
    if (isCut) await firstValueFrom(timer(TIMEOUT_MS, scheduler));
    if (isCut) throw new Error('the engine does not answer');
    if (delayMs > 0) await firstValueFrom(timer(delayMs, scheduler));
  }
}

const TIMEOUT_MS = 1000;
