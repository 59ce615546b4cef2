import type { NameSet } from '../../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { checkSeconds } from '../options.ts';

/** Options of every checkpoint store. */
export interface CheckpointStoreOptions {
  /** Timeout for an answer of the engine in seconds, from 0.05. @default 1 */
  readonly timeout?: number | undefined;
  /** The clock. @default real time */
  readonly scheduler?: SchedulerLike | undefined;
}

export const STORE_OPTIONS: NameSet<keyof CheckpointStoreOptions> = { timeout: true, scheduler: true };

const MIN_S = 0.05;

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createStoreSettings({ timeout = 1, scheduler = monotonicScheduler }: CheckpointStoreOptions): {
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
} {
  checkSeconds('timeout', timeout, MIN_S);
  return { timeoutMs: timeout * 1000, scheduler };
}

/**
 * How long the end of a session is remembered, in seconds: longer than a write in progress takes, and long enough for a
 * carrier to ask what follows.
 */
export const KEPT_DELETED_S = 60;
