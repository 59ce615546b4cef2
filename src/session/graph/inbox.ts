import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import type { FloorEvent } from '../floor/types.ts';

/** Where the floor hears of what happens: one event at a time, in order, and never in the middle of anything. */
export interface Inbox {
  readonly events: Observable<FloorEvent>;
  /** What comes while work is done waits until it is. */
  next(event: FloorEvent): void;
  /** Does `work` with `value`, and all that follows from it at once, before the floor hears of any of it. */
  batch<T>(work: (value: T) => void, value: T): void;
  /** Whether work is being done. */
  isBusy(): boolean;
}

/** `runStep` runs each piece of work that no other work has caused. @default at once */
export function createInbox(runStep?: (work: () => void) => void): Inbox {
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
    else if (runStep === undefined) begin(work, value);
    else runStep(() => begin(work, value));
  };
  const wait = (event: FloorEvent): void => void waiting.push(event);
  return { events, batch: during, next: (event) => during(wait, event), isBusy: () => working };
}
