/**
 * Takes steps until one returns false. Before each, and before it resolves, all promises that wait for nothing outside have
 * settled, however deep: a tick of Node's queue comes only when no promise job is left. Node's streams hop from tick to
 * tick, so that it takes a few. What a step throws rejects it.
 */
export function runSteps(step: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let ticks = 0;
    const tick = (): void => {
      if (++ticks % TICKS !== 0) return void JOB.then(hop);
      try {
        if (step()) hop();
        else resolve();
      } catch (error) {
        reject(error);
      }
    };
    const hop = (): void => nextTick(tick);
    hop();
  });
}

/** Resolves when all has settled. */
export function settle(): Promise<void> {
  return runSteps(() => false);
}

/** The event loop turns, and all has settled: whoever waits outside, such as a test's timeout, gets its chance. */
export function turnEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}

/** A stream made from a generator and piped through transforms has delivered and ended after three. */
const TICKS = 3;

/** `then` of a promise that is fulfilled: a job like that of `queueMicrotask`, without what Node adds to trace it. */
const JOB: Promise<void> = Promise.resolve();

/** Taken at load, so that a test runner's fake timers do not stop the clock. */
const nextTick: (callback: () => void) => void = process.nextTick.bind(process);
const nextTurn: (callback: () => void) => void = setImmediate;
