import { Subject } from 'rxjs';
import type { Subscription } from 'rxjs';
import type { Caller } from '../caller.ts';
import { settled } from '../settle.ts';

/** The agent's own code that is under way, and whether it waits for something outside of virtual time. */
export interface Outside {
  /** A call of the agent's code; when `signal` fires nobody waits for it any more. */
  call(name: string, signal: AbortSignal): Call;
  /** Waits, in the time of the wall, until no call waits outside; `undefined` if none does. */
  wait(): Promise<void> | undefined;
  /** Calls that took longer than anybody waits: virtual time went on without them. */
  abandoned(): readonly string[];
}

/** One call of a handler or a function. */
export interface Call extends Caller {
  /** Something that it owes has begun; the answer ends it. */
  begin(): () => void;
}

/** For how long virtual time stands still for a call of which nothing is seen, in ms. */
const PATIENCE_MS = 2000;

/**
 * A call waits outside while it owes something and has nothing on the clock: virtual time stands still until it has answered,
 * so that what is awaited in real time takes none.
 */
export function outside(): Outside {
  const calls = new Set<Ledger>();
  const abandoned: string[] = [];
  const moved = new Subject<void>();
  const waiting = (): readonly Ledger[] => [...calls].filter(({ owed, onClock }) => owed > 0 && onClock === 0);
  const giveUp = (ledger: Ledger): void => {
    calls.delete(ledger);
    abandoned.push(ledger.name);
  };
  const untilNone = async (): Promise<void> => {
    while (waiting().length > 0) {
      if (!(await comes(moved))) waiting().forEach(giveUp);
      await settled();
    }
  };
  return {
    call: (name, signal) => {
      const ledger: Ledger = { name, owed: 0, onClock: 0 };
      calls.add(ledger);
      const change = (what: 'owed' | 'onClock', by: number): void => {
        ledger[what] += by;
        moved.next();
      };
      signal.addEventListener('abort', () => (calls.delete(ledger), moved.next()), { once: true });
      return {
        begin: () => (change('owed', 1), () => change('owed', -1)),
        waitsFor: (work) => (change('onClock', 1), work.add(() => change('onClock', -1))),
      };
    },
    wait: () => (waiting().length === 0 ? undefined : untilNone()),
    abandoned: () => abandoned,
  };
}

interface Ledger {
  readonly name: string;
  owed: number;
  /** How much work on the clock it waits for. */
  onClock: number;
}

/** Whether anything comes before the patience ends. */
function comes(moved: Subject<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean): void => {
      stopTimer(patience);
      heard.unsubscribe();
      resolve(came);
    };
    const patience = startTimer(() => end(false), PATIENCE_MS);
    const heard: Subscription = moved.subscribe(() => end(true));
  });
}

/** Taken at load, so that a test runner's fake timers do not stop the score. */
const startTimer: typeof setTimeout = setTimeout;
const stopTimer: typeof clearTimeout = clearTimeout;
