import { Subject } from 'rxjs';
import type { Subscription } from 'rxjs';
import type { Caller } from '../../time/caller.ts';
import { settle } from '../../time/settle.ts';

/** The agent's own code that is under way, and whether it waits for something outside of virtual time. */
export interface CallTracker {
  /** A call of the agent's code; when `signal` fires nobody waits for it any more. */
  call(name: string, signal: AbortSignal): TrackedCall;
  /** Waits, in the time of the wall, until no call waits outside; `undefined` if none does. */
  wait(): Promise<void> | undefined;
  /** Calls for which virtual time stood still, and for how many ms of real time in all. */
  waited(): ReadonlyMap<string, number>;
  /** Calls that took longer than anybody waits: virtual time went on without them. */
  abandoned(): readonly string[];
}

/** One call of a handler or a function. */
export interface TrackedCall extends Caller {
  /** Something that it owes has begun; the answer ends it. */
  begin(): () => void;
  /** For how many ms of real time virtual time has stood still for it since this was asked last. */
  waitedMs(): number;
}

/** For how long virtual time stands still for a call of which nothing is seen, in ms. */
const MAX_WAIT_MS = 2000;

/**
 * A call waits outside while it owes something and has nothing on the clock: virtual time stands still until it has answered,
 * so that what is awaited in real time takes none.
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
        timers: undefined,
        begin: () => (settle(), change('owed', 1), () => (settle(), change('owed', -1))),
        waitedMs: () => {
          settle();
          const ms = Math.round(ledger.waitedMs);
          ledger.waitedMs = 0;
          return ms;
        },
        waitsFor: (work) => (settle(), change('onClock', 1), work.add(() => change('onClock', -1))),
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
  /** How much work on the clock it waits for. */
  onClock: number;
  /** When it was last asked for something, or answered, in real ms. */
  idleMs: number;
  /** Since when it is waited for, in real ms, where virtual time stands still for it; null: it does not. */
  sinceMs: number | null;
  waitedMs: number;
}

/** Whether anything comes before the patience ends. */
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
