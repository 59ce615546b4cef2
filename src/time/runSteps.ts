import { watchAsyncActivity } from './asyncActivity.ts';

/**
 * Runs `step` until it returns false. Before each step, and before it resolves, all promises that wait for nothing
 * outside have settled, however deep: Node runs its tick queue only when no promise job is left. Node's streams need
 * several ticks. After a step that started nothing asynchronous, which is the case for most that carry audio, the next
 * step follows at once. Rejects with the error that a step throws.
 */
export function runSteps(step: () => boolean): Promise<void> {
  const activity = watchAsyncActivity();
  return new Promise<void>((resolve, reject) => {
    let ticks = 0;
    const tick = (): void => {
      if (++ticks % TICKS !== 0) return void JOB.then(hop);
      try {
        activity.any();
        let goesOn = step();
        while (goesOn && !activity.any()) goesOn = step();
        if (goesOn) hop();
        else resolve();
      } catch (error) {
        reject(error);
      }
    };
    const hop = (): void => nextTick(tick);
    hop();
  }).finally(() => activity.stop());
}

/** Resolves when all promises have settled. */
export function settle(): Promise<void> {
  return runSteps(() => false);
}

/** Resolves after a turn of the event loop, in which outside work such as a test's timeout can run. */
export function turnEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}

/** Number of ticks in which a stream made from a generator and piped through transforms delivers and ends. */
const TICKS = 3;

/** A fulfilled promise. `then` adds a job like `queueMicrotask`, but without Node's tracing. */
const JOB: Promise<void> = Promise.resolve();

/** Captured at load, so that a test runner's fake timers do not stop the clock. */
const nextTick: (callback: () => void) => void = process.nextTick.bind(process);
const nextTurn: (callback: () => void) => void = setImmediate;
