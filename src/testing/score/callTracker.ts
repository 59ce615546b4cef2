import { firstValueFrom, map, merge, Observable, Subject } from 'rxjs';
import { settle } from '../../time/runSteps.ts';
import { createTrackedCall, type TrackedCall } from './trackedCall.ts';

/** Tracks calls of the agent's own code, and whether they wait in real time. */
export interface CallTracker {
  /** Tracks a call of the agent's code; when `signal` aborts, the call is no longer waited for. */
  track(name: string, signal: AbortSignal): TrackedCall;
  /** Waits in real time until no call waits in real time; `undefined` if none does. */
  wait(): Promise<void> | undefined;
  /** Calls for which virtual time stood still, with the total real time in ms. */
  waited(): ReadonlyMap<string, number>;
  /** Calls that exceeded the limit: virtual time continued without them. */
  abandoned(): readonly string[];
}

/** Time for which virtual time stands still for a call without progress, in ms of real time. */
const MAX_WAIT_MS = 2000;

/**
 * Creates a tracker. A call waits in real time while it has a pending answer and nothing scheduled on the clock. Virtual time
 * stands still until it has answered.
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

/** Taken at load, so that a test runner's fake timers do not stop the score. */
const startTimer: typeof setTimeout = setTimeout;
const stopTimer: typeof clearTimeout = clearTimeout;
