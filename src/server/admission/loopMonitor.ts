/** Delays of the event loop. */
export interface LoopMonitor {
  /**
   * Returns for how long the loop was blocked a moment ago, in ms, at most 20 s. Data that clients sent meanwhile
   * arrives all at once. The value returns to 0 in real time.
   */
  stalledMs(): number;
  /**
   * Returns the delay that half of the latest 20 beats reached, in ms: a loop that is always late raises it; a single
   * stall does not.
   */
  delayMs(): number;
  stop(): void;
}

export interface LoopClock {
  /** The current time, in ms. */
  now(): number;
  /** Calls `beat` every `ms`, as punctually as the loop allows. Returns a function that stops it. */
  every(ms: number, beat: () => void): () => void;
}

const BEAT_MS = 50;
/** Shorter delays are timer noise. */
const MIN_STALL_MS = 20;
const MAX_STALL_MS = 20_000;
/** The number of beats in a second. */
const MAX_DELAYS = 20;

/** A loop in virtual time, which is never late. */
export const STEADY_LOOP: LoopMonitor = { stalledMs: () => 0, delayMs: () => 0, stop: () => undefined };

/** Starts to measure the event loop of this process, without keeping the process alive. */
export function createLoopMonitor(clock: LoopClock = processClock): LoopMonitor {
  let delays: readonly number[] = [];
  let dueAt = clock.now() + BEAT_MS;
  let stalled = { ms: 0, at: clock.now() };
  const left = (now: number): number => Math.max(0, stalled.ms - (now - stalled.at));
  const countLate = (now: number): number => (now - dueAt < MIN_STALL_MS ? 0 : now - dueAt);
  const stop = clock.every(BEAT_MS, () => {
    const now = clock.now();
    const late = countLate(now);
    // Not reduced by the stall itself.
    stalled = { ms: addUp(left(now - late), late), at: now };
    delays = [...delays, late].slice(-MAX_DELAYS);
    dueAt = now + BEAT_MS;
  });
  return {
    // Sockets may be read before the overdue beat.
    stalledMs: () => {
      const now = clock.now();
      const late = countLate(now);
      return addUp(left(now - late), late);
    },
    delayMs: () => delays.toSorted((a, b) => b - a)[MAX_DELAYS / 2 - 1] ?? 0,
    stop,
  };
}

function addUp(before: number, late: number): number {
  return Math.min(MAX_STALL_MS, before + late);
}

const processClock: LoopClock = {
  now: () => performance.now(),
  every: (ms, beat) => {
    const timer = setInterval(beat, ms).unref();
    return () => clearInterval(timer);
  },
};
