import type { Observable } from 'rxjs';
import { FastSubject } from '../../stream/fastSubject.ts';
import type { FloorEvent } from '../floor/types.ts';

/** The queue of events for the floor. Emits them one at a time, in order, after the work that caused them. */
export interface Inbox {
  readonly events: Observable<FloorEvent>;
  /** Adds an event. While work runs, the event waits until it is done. */
  next(event: FloorEvent): void;
  /** Runs `work` and everything that it causes at once, and only then emits the events. */
  batch<T>(work: (value: T) => void, value: T): void;
  /** Returns whether work is running. */
  isBusy(): boolean;
}

/** Creates an inbox. `runStep` runs each piece of work that no other work has caused. @default at once */
export function createInbox(runStep?: (work: () => void) => void): Inbox {
  const events = new FastSubject<FloorEvent>();
  const waiting: FloorEvent[] = [];
  let working = false;
  const run = <T>(work: (value: T) => void, value: T): void => {
    working = true;
    try {
      work(value);
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) events.next(event);
    } finally {
      working = false;
    }
  };
  const batch = <T>(work: (value: T) => void, value: T): void => {
    if (working) work(value);
    else if (runStep === undefined) run(work, value);
    else runStep(() => run(work, value));
  };
  const enqueue = (event: FloorEvent): void => void waiting.push(event);
  return { events, batch, next: (event) => batch(enqueue, event), isBusy: () => working };
}
