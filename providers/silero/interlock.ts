/**
 * Prevents the process from ending during a run of the model, because onnxruntime-node would abort it. The worker sets
 * `BUSY` before it reads `STOP`, and the host sets `STOP` before it reads `BUSY`, so one of them always sees the other.
 */
const STOP = 0;
const BUSY = 1;

/** Longer than loading the model takes, yet limited so that a stuck thread does not keep the process from ending. */
const STOP_TIMEOUT_MS = 2000;

export function createInterlock(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Runs `work` in the worker, or never resolves if the process is ending. */
export async function runUnlessStopped<T>(interlock: SharedArrayBuffer, work: () => Promise<T>): Promise<T> {
  const cells = new Int32Array(interlock);
  Atomics.store(cells, BUSY, 1);
  try {
    if (Atomics.load(cells, STOP) === 0) return await work();
  } finally {
    Atomics.store(cells, BUSY, 0);
    Atomics.notify(cells, BUSY);
  }
  return new Promise<never>(() => {});
}

/** Prevents further work and blocks the host until the current work is done. */
export function stopAndWait(interlock: SharedArrayBuffer): void {
  const cells = new Int32Array(interlock);
  Atomics.store(cells, STOP, 1);
  Atomics.wait(cells, BUSY, 1, STOP_TIMEOUT_MS);
}
