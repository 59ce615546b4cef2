import type { Observable } from 'rxjs';
import { createSubject } from '../../stream/operate.ts';
import type { FloorEvent } from '../floor/types.ts';
import type { InboxEvent } from '../sessionUpdate.ts';

export type EndEvent = Extract<FloorEvent, { readonly kind: 'end' }>;

/**
 * The queue of events for the floor, and of changes of the session. Emits them one at a time, in order, after the work
 * that caused them.
 */
export interface Inbox {
  readonly events: Observable<InboxEvent>;
  /** Repeats the events that end the session after `events` has emitted them. */
  readonly ends: Observable<EndEvent>;
  /** Adds an event. It waits until running work is done. */
  next(event: InboxEvent): void;
  /** Runs `work` and everything that it causes at once, and only then emits the events. */
  batch<T>(work: (value: T) => void, value: T): void;
  /** Returns whether work is running. */
  isBusy(): boolean;
}

type Run = <T>(work: (value: T) => void, value: T) => void;

/** Runs each piece of work within `runStep`. */
function asSteps(runStep: (work: () => void) => void, run: Run): Run {
  return (work, value) => runStep(() => run(work, value));
}

/** Creates an inbox. `runStep` runs each piece of work that no other work has caused. @default at once */
export function createInbox(runStep?: (work: () => void) => void): Inbox {
  const events = createSubject<InboxEvent>();
  const ends = createSubject<EndEvent>();
  const waiting: InboxEvent[] = [];
  let working = false;
  const run: Run = (work, value) => {
    working = true;
    try {
      work(value);
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        events.next(event);
        if (event.kind === 'end') ends.next(event);
      }
    } finally {
      working = false;
    }
  };
  const runAsStep = runStep === undefined ? run : asSteps(runStep, run);
  const batch: Run = (work, value) => {
    if (working) work(value);
    else runAsStep(work, value);
  };
  const enqueue = (event: InboxEvent): void => void waiting.push(event);
  const next = (event: InboxEvent): void => {
    if (working) waiting.push(event);
    else batch(enqueue, event);
  };
  return { events, ends, batch, next, isBusy: () => working };
}
