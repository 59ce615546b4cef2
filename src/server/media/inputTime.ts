import type { SchedulerLike } from 'rxjs';
import type { LoopMonitor } from '../admission/loopMonitor.ts';

/**
 * The time by which a client is measured. `loop` reports stalls of this process, for which clients are not to blame.
 */
export interface InputTime {
  readonly scheduler: SchedulerLike;
  readonly loop: Pick<LoopMonitor, 'stalledMs'>;
}

const MIN_STALL_MS = 1000;

/**
 * Checks whether this process was blocked for a second or more a moment ago, so that client data may be waiting unread.
 */
export function hasStalled({ loop }: Pick<InputTime, 'loop'>): boolean {
  return loop.stalledMs() >= MIN_STALL_MS;
}
