import type { SchedulerLike } from 'rxjs';
import type { LoopMonitor } from '../admission/loopMonitor.ts';

/** Where time comes from that a client is given. `loop`: stalls of this process, which clients are not blamed for. */
export interface InputTime {
  readonly scheduler: SchedulerLike;
  readonly loop: Pick<LoopMonitor, 'stalledMs'>;
}

const MIN_STALL_MS = 1000;

/** Checks whether this process was blocked for a second or more a moment ago, so that what clients sent may wait to be read. */
export function hasStalled({ loop }: Pick<InputTime, 'loop'>): boolean {
  return loop.stalledMs() >= MIN_STALL_MS;
}
