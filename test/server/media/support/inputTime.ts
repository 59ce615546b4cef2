import type { SchedulerLike } from 'rxjs';
import type { InputTime } from '../../../../src/server/media/inputTime.ts';

/** The time of a process that has been blocked for so long, by default never. */
export function inputTime(scheduler: SchedulerLike, stalledMs: () => number = () => 0): InputTime {
  return { scheduler, loop: { stalledMs } };
}
