import { firstValueFrom, map, merge, Observable, Subject } from 'rxjs';
import { settle } from '../../time/runSteps.ts';
import { createTrackedCall, type TrackedCall } from './trackedCall.ts';

/** A tracker of calls to the agent's own code, and of whether they wait in real time. */
export interface CallTracker {
  /** Tracks a call of the agent's code. Stops waiting for it when `signal` aborts. */
  track(name: string, signal: AbortSignal): TrackedCall;
  /** Resolves when no call is waiting in real time any more; `undefined` if none is waiting now. */
  wait(): Promise<void> | undefined;
  /** Returns the calls for which virtual time stood still, with the total real time in ms. */
  waited(): ReadonlyMap<string, number>;
  /** Returns the calls that exceeded the limit, so that virtual time continued without them. */
  abandoned(): readonly string[];
}

/** How long virtual time stands still for a call without progress, in ms of real time. */
const MAX_WAIT_MS = 2000;

/**
 * Creates a tracker. A call waits in real time while it has a pending answer and nothing scheduled on the clock.
 * Virtual time stands still until the call has answered.
 */
export function createCallTracker(maxWaitMs: number = MAX_WAIT_MS): CallTracker {
  const calls = new Set<TrackedCall>();
  const abandoned: string[] = [];
  const waited = new Map<string, number>();
  const changes = new Subject<void>();
  const waiting = (): readonly TrackedCall[] => [...calls].filter((call) => call.isWaiting());
  const abandon = (call: TrackedCall): void => {
    calls.delete(call);
    abandoned.push(call.name);
  };
  const waitForAll = async (): Promise<void> => {
    while (waiting().length > 0) {
      for (const call of waiting()) call.holdTime();
      if (!(await waitForChange(changes, maxWaitMs))) waiting().forEach(abandon);
      await settle();
    }
  };
  return {
    track: (name, signal) => {
      const held = (ms: number): void => void waited.set(name, (waited.get(name) ?? 0) + ms);
      const call = createTrackedCall(name, () => changes.next(), held);
      calls.add(call);
      const forget = (): void => {
        calls.delete(call);
        changes.next();
      };
      signal.addEventListener('abort', forget, { once: true });
      return call;
    },
    wait: () => (waiting().length === 0 ? undefined : waitForAll()),
    waited: () => waited,
    abandoned: () => abandoned,
  };
}

/** Resolves with true at the next change, or with false at the limit. */
function waitForChange(changes: Subject<void>, maxWaitMs: number): Promise<boolean> {
  const expired = new Observable<boolean>((subscriber) => {
    const timer = startTimer(() => subscriber.next(false), maxWaitMs);
    return () => stopTimer(timer);
  });
  return firstValueFrom(merge(changes.pipe(map(() => true)), expired));
}

/** Captured at load time, so that a test runner's fake timers do not stop the score. */
const startTimer: typeof setTimeout = setTimeout;
const stopTimer: typeof clearTimeout = clearTimeout;
