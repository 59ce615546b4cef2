import { Subscription, timer, type SchedulerLike } from 'rxjs';
import type { FastifyBaseLogger } from 'fastify';
import type { CheckpointStore, DeletedAs } from '../../core/checkpointStore.ts';

/** The checkpoint of an ended session. */
export interface Deletion {
  readonly session: string;
  readonly epoch: number;
  readonly as: DeletedAs;
  /** In seconds. After this time, the checkpoint has expired by itself. */
  readonly ttl: number;
}

export interface DeletionsOptions {
  readonly store: Pick<CheckpointStore, 'delete'>;
  readonly scheduler: SchedulerLike;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Waiting extends Deletion {
  readonly expiresAt: number;
  readonly settle: () => void;
}

const RETRY_MS = 1000;
const MAX_WAITING = 10_000;

/**
 * Deletes checkpoints. Deletions that the store rejects are retried every second, one after the other until one fails,
 * for as long as the checkpoints would last. Beyond 10,000, the oldest are given up.
 */
export class Deletions {
  readonly #options: DeletionsOptions;
  readonly #waiting: Map<string, Waiting> = new Map();
  #retry: Subscription = Subscription.EMPTY;
  #isClosed: boolean = false;

  constructor(options: DeletionsOptions) {
    this.#options = options;
  }

  /**
   * Deletes a checkpoint. Resolves with undefined when the store has deleted it, or otherwise with an object whose
   * `later` settles when it is deleted or given up.
   *
   * @throws (rejects with) nothing: `failed` receives the reason
   */
  async delete(
    deletion: Deletion,
    failed: (error: unknown) => void,
  ): Promise<{ readonly later: Promise<void> } | undefined> {
    try {
      await this.#try(deletion);
      return undefined;
    } catch (error) {
      failed(error);
      return { later: this.#wait(deletion) };
    }
  }

  /** Returns how a session ended whose checkpoint still exists. */
  find(session: string): DeletedAs | undefined {
    return this.#waiting.get(session)?.as;
  }

  /** Retries each remaining deletion once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#retry.unsubscribe();
    await this.#tryAll();
    if (this.#waiting.size > 0) this.#warn(this.#waiting.size);
    for (const waiting of this.#waiting.values()) this.#settle(waiting);
  }

  #wait(deletion: Deletion): Promise<void> {
    const { scheduler } = this.#options;
    if (this.#isClosed) return Promise.resolve();
    return new Promise((settle) => {
      this.#waiting.get(deletion.session)?.settle();
      this.#waiting.set(deletion.session, { ...deletion, expiresAt: scheduler.now() + deletion.ttl * 1000, settle });
      const [oldest] = this.#waiting.values();
      if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#giveUp(oldest);
      if (this.#waiting.size === 1) this.#schedule();
    });
  }

  #schedule(): void {
    this.#retry = timer(RETRY_MS, this.#options.scheduler).subscribe(() => void this.#tryAgain());
  }

  async #tryAgain(): Promise<void> {
    await this.#tryAll();
    if (this.#waiting.size > 0 && !this.#isClosed) this.#schedule();
  }

  async #tryAll(): Promise<void> {
    for (const waiting of this.#waiting.values()) {
      if (waiting.expiresAt > this.#options.scheduler.now()) {
        const isDeleted = await this.#try(waiting).then(
          () => true,
          () => false,
        );
        if (!isDeleted) return;
      }
      this.#settle(waiting);
    }
  }

  #try({ session, epoch, as }: Deletion): Promise<void> {
    return this.#options.store.delete(session, epoch, as);
  }

  #settle({ session, settle }: Waiting): void {
    this.#waiting.delete(session);
    settle();
  }

  #giveUp(waiting: Waiting): void {
    this.#warn(1);
    this.#settle(waiting);
  }

  #warn(checkpoints: number): void {
    this.#options.log.warn(
      { checkpoints },
      'could not delete the checkpoints of ended sessions; they remain until they expire',
    );
  }
}
