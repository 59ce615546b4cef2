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

/** `enter` does each piece of work that does not come of another. @default at once */
export function newInbox(enter?: (work: () => void) => void): Inbox {
  const events = new Subject<FloorEvent>();
  const waiting: FloorEvent[] = [];
  let working = false;
  const begin = <T>(work: (value: T) => void, value: T): void => {
    working = true;
    try {
      work(value);
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) events.next(event);
    } finally {
      working = false;
    }
  };
  const during = <T>(work: (value: T) => void, value: T): void => {
    if (working) work(value);
    else if (enter === undefined) begin(work, value);
    else enter(() => begin(work, value));
  };
  const wait = (event: FloorEvent): void => void waiting.push(event);
  return { events, during, next: (event) => during(wait, event), atWork: () => working };
}
