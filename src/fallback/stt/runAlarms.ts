import type { SchedulerLike } from 'rxjs';
import { createAlarm, type Alarm } from '../../time/alarm.ts';

/** Alarms, one for each owner. */
export class RunAlarms {
  readonly #scheduler: SchedulerLike;
  readonly #alarms: Map<object, Alarm> = new Map();

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Calls `onDue` at `atMs`, instead of the alarm set for `owner` before. */
  set(owner: object, atMs: number, onDue: () => void): void {
    this.clear(owner);
    const alarm = createAlarm(this.#scheduler, () => {
      this.#alarms.delete(owner);
      onDue();
    });
    this.#alarms.set(owner, alarm);
    alarm.set(atMs);
  }

  clear(owner: object): void {
    this.#alarms.get(owner)?.set(undefined);
    this.#alarms.delete(owner);
  }

  close(): void {
    for (const alarm of this.#alarms.values()) alarm.set(undefined);
    this.#alarms.clear();
  }
}
