import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import type { FloorEvent } from '../floor/types.ts';

/** Where the floor hears of what happens: one event at a time, in order, and never in the middle of anything. */
export interface Inbox {
  readonly events: Observable<FloorEvent>;
  /** What comes while work is done waits until it is. */
  next(event: FloorEvent): void;
  /** Does `work` with `value`, and all that follows from it at once, before the floor hears of any of it. */
  during<T>(work: (value: T) => void, value: T): void;
  /** Whether work is being done. */
  atWork(): boolean;
}

export function newInbox(): Inbox {
  const events = new Subject<FloorEvent>();
  const waiting: FloorEvent[] = [];
  let working = false;
  const during = <T>(work: (value: T) => void, value: T): void => {
    if (working) return work(value);
    working = true;
    try {
      work(value);
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) events.next(event);
    } finally {
      working = false;
    }
  };
  const wait = (event: FloorEvent): void => void waiting.push(event);
  return { events, during, next: (event) => during(wait, event), atWork: () => working };
}
