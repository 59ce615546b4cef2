// How long the main thread is held: every callback that the runtime makes for the subject is timed, from its start to the end
// of the microtasks that it leaves behind.
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

export function callbacks() {
  const untimed = { setTimeout: globalThis.setTimeout };
  let durations = [];

  const measure = (work) => {
    const start = performance.now();
    try {
      return work();
    } finally {
      queueMicrotask(() => durations.push(performance.now() - start));
    }
  };
  const timed =
    (schedule) =>
    (callback, ...rest) =>
      schedule((...args) => measure(() => callback(...args)), ...rest);

  globalThis.setImmediate = timed(globalThis.setImmediate);
  globalThis.setInterval = timed(globalThis.setInterval);
  globalThis.setTimeout = timed(globalThis.setTimeout);
  const { emit } = Worker.prototype;
  Worker.prototype.emit = function (...args) {
    return measure(() => emit.apply(this, args));
  };

  return {
    untimed,
    measure,
    reset: () => {
      durations = [];
    },
    report: () => {
      const sorted = durations.sort((a, b) => a - b);
      return { heldP99Ms: sorted[Math.floor(0.99 * (sorted.length - 1))], heldMaxMs: sorted.at(-1) };
    },
  };
}
