import { Subscription, timer, type SchedulerLike } from 'rxjs';
import type { CheckpointStore } from '../../core/checkpointStore.ts';
import type { Sealing } from './sealing.ts';
import type { StoredSession } from './storedSession.ts';

/** The result of writing a checkpoint. `superseded` means that another node has the session. */
export type WriteResult = 'written' | 'failed' | 'superseded';

export interface CheckpointWriterOptions {
  readonly session: string;
  readonly epoch: number;
  readonly store: CheckpointStore;
  readonly sealing: Sealing;
  readonly scheduler: SchedulerLike;
  /** Called after each write. `error` is the reason for a failure. */
  readonly wrote: (result: WriteResult, error?: unknown) => void;
}

interface Waiting {
  readonly stored: StoredSession;
  /** In seconds. */
  readonly ttl: number;
}

/** Delay before a failed write is retried, in ms, unless a later write replaces it. */
const RETRY_MS = 1000;

/** Writes the checkpoints of one session: one write at a time, always of the latest checkpoint. */
export class CheckpointWriter {
  readonly #options: CheckpointWriterOptions;
  #waiting: Waiting | undefined;
  #writing: Promise<void> | undefined;
  #isOver: boolean = false;
  /** The delay before a failed write is retried. */
  #retry: Subscription = Subscription.EMPTY;

  constructor(options: CheckpointWriterOptions) {
    this.#options = options;
  }

  /** Writes this checkpoint next, replacing one that is waiting. It expires after `ttl` seconds. */
  write(stored: StoredSession, ttl: number): void {
    if (this.#isOver) return;
    this.#waiting = { stored, ttl };
    this.#begin();
  }

  /** Resolves when no write is running, with whether the latest one succeeded. */
  async flush(): Promise<boolean> {
    this.#begin();
    await this.#writing;
    return this.#waiting === undefined && !this.#isOver;
  }

  /** Ends the writes. Resolves when none is running. */
  async end(): Promise<void> {
    this.leave();
    await this.#writing;
  }

  /** Ends the writes, and leaves the written checkpoint to another node. */
  leave(): void {
    this.#isOver = true;
    this.#retry.unsubscribe();
    this.#waiting = undefined;
  }

  #begin(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting !== undefined) {
      const next = this.#waiting;
      this.#waiting = undefined;
      const result = await this.#writeOne(next);
      if (result === 'superseded') this.leave();
      if (result !== 'failed' || this.#isOver) continue;
      this.#waiting ??= next;
      this.#retry = timer(RETRY_MS, this.#options.scheduler).subscribe(() => this.#begin());
      return;
    }
  }

  async #writeOne({ stored, ttl }: Waiting): Promise<WriteResult> {
    const { session, epoch, store, sealing, wrote } = this.#options;
    try {
      const value = sealing.seal(session, JSON.stringify(stored));
      const result = (await store.save(session, { epoch, value }, ttl)) === 'saved' ? 'written' : 'superseded';
      wrote(result);
      return result;
    } catch (error) {
      wrote('failed', error);
      return 'failed';
    }
  }
}
