import type { Caller } from '../../time/caller.ts';

/** One call of a handler or a function. */
export interface TrackedCall extends Caller {
  readonly name: string;
  /** Begins a pending answer; the returned function ends it. */
  begin(): () => void;
  /** Returns true while it has a pending answer and nothing scheduled on the clock. */
  isWaiting(): boolean;
  /** Holds virtual time from the call's last request or answer to the next. */
  holdTime(): void;
  /** Returns how long virtual time stood still, in ms of real time, since the last call of this method. */
  waitedMs(): number;
}

/**
 * Creates a tracked call.
 *
 * @param held called whenever virtual time resumes, with the real time for which it stood still, in ms
 */
export function createTrackedCall(name: string, changed: () => void, held: (ms: number) => void): TrackedCall {
  const { hold, release, takeMs } = createHoldTimer(held);
  let pending = 0;
  let onClock = 0;
  const addPending = (by: number): void => {
    release();
    pending += by;
    changed();
  };
  const addOnClock = (by: number): void => {
    onClock += by;
    changed();
  };
  return {
    name,
    timerName: undefined,
    isWaiting: () => pending > 0 && onClock === 0,
    holdTime: hold,
    begin: () => {
      addPending(1);
      return () => addPending(-1);
    },
    onSchedule: (work) => {
      release();
      addOnClock(1);
      work.add(() => addOnClock(-1));
    },
    waitedMs: takeMs,
  };
}

function createHoldTimer(held: (ms: number) => void): { hold(): void; release(): void; takeMs(): number } {
  let idleSinceMs = realMs();
  let heldSinceMs: number | null = null;
  let totalMs = 0;
  const release = (): void => {
    idleSinceMs = realMs();
    if (heldSinceMs === null) return;
    totalMs += idleSinceMs - heldSinceMs;
    held(idleSinceMs - heldSinceMs);
    heldSinceMs = null;
  };
  const takeMs = (): number => {
    release();
    const ms = Math.round(totalMs);
    totalMs = 0;
    return ms;
  };
  return { hold: () => void (heldSinceMs ??= idleSinceMs), release, takeMs };
}

function realMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
