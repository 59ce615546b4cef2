import { Subject, type Subscription } from 'rxjs';
import type { Caller } from '../../time/caller.ts';
import { settle } from '../../time/runSteps.ts';

/** Tracks calls of the agent's own code, and whether they wait in real time. */
export interface CallTracker {
  /** Adds a call of the agent's code; when `signal` aborts, the call is no longer waited for. */
  call(name: string, signal: AbortSignal): TrackedCall;
  /** Waits in real time until no call waits in real time; `undefined` if none does. */
  wait(): Promise<void> | undefined;
  /** Calls for which virtual time stood still, with the total real time in ms. */
  waited(): ReadonlyMap<string, number>;
  /** Calls that exceeded the limit: virtual time continued without them. */
  abandoned(): readonly string[];
}

/** One call of a handler or a function. */
export interface TrackedCall extends Caller {
  /** Begins a pending answer; the returned function ends it. */
  begin(): () => void;
  /** Real time for which virtual time stood still since the last call of this method, in ms. */
  waitedMs(): number;
}

/** How long virtual time stands still for a call without progress, in ms of real time. */
const MAX_WAIT_MS = 2000;

/**
 * Creates a tracker. A call waits in real time while it has a pending answer and nothing scheduled on the clock. Virtual time
 * stands still until it has answered.
 */
export function createCallTracker(patienceMs: number = MAX_WAIT_MS): CallTracker {
  const calls = new Set<CallState>();
  const abandoned: string[] = [];
  const waited = new Map<string, number>();
  const moved = new Subject<void>();
  const waiting = (): readonly CallState[] => [...calls].filter(({ owed, onClock }) => owed > 0 && onClock === 0);
  const giveUp = (ledger: CallState): void => {
    calls.delete(ledger);
    abandoned.push(ledger.name);
  };
  const untilNone = async (): Promise<void> => {
    while (waiting().length > 0) {
      for (const ledger of waiting()) ledger.sinceMs ??= ledger.idleMs;
      if (!(await waitForChange(moved, patienceMs))) waiting().forEach(giveUp);
      await settle();
    }
  };
  return {
    call: (name, signal) => {
      const ledger: CallState = { name, owed: 0, onClock: 0, idleMs: realMs(), sinceMs: null, waitedMs: 0 };
      const settle = (): void => {
        ledger.idleMs = realMs();
        if (ledger.sinceMs === null) return;
        const ms = ledger.idleMs - ledger.sinceMs;
        ledger.sinceMs = null;
        ledger.waitedMs += ms;
        waited.set(name, (waited.get(name) ?? 0) + ms);
      };
      calls.add(ledger);
      const change = (what: 'owed' | 'onClock', by: number): void => {
        ledger[what] += by;
        moved.next();
      };
      signal.addEventListener('abort', () => (calls.delete(ledger), moved.next()), { once: true });
      return {
        timerName: undefined,
        begin: () => (settle(), change('owed', 1), () => (settle(), change('owed', -1))),
        waitedMs: () => {
          settle();
          const ms = Math.round(ledger.waitedMs);
          ledger.waitedMs = 0;
          return ms;
        },
        onSchedule: (work) => (settle(), change('onClock', 1), work.add(() => change('onClock', -1))),
      };
    },
    wait: () => (waiting().length === 0 ? undefined : untilNone()),
    waited: () => waited,
    abandoned: () => abandoned,
  };
}

interface CallState {
  readonly name: string;
  owed: number;
  /** Scheduled work on the clock that it waits for. */
  onClock: number;
  /** Time of its last request or answer, in real ms. */
  idleMs: number;
  /** Since when virtual time stands still for it, in real ms; null: it does not. */
  sinceMs: number | null;
  waitedMs: number;
}

/** Resolves with whether a change comes within the limit. */
function waitForChange(moved: Subject<void>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean): void => {
      stopTimer(patience);
      heard.unsubscribe();
      resolve(came);
    };
    const patience = startTimer(() => end(false), patienceMs);
    const heard: Subscription = moved.subscribe(() => end(true));
  });
}

/** Taken at load, so that a test runner's fake timers do not stop the score. */
const startTimer: typeof setTimeout = setTimeout;
const stopTimer: typeof clearTimeout = clearTimeout;

function realMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
