/**
 * Keeps the end of the process out of the model: onnxruntime-node aborts the whole process when it ends while a run is in
 * flight. The worker raises `BUSY` before it looks at `STOP`, the host raises `STOP` before it looks at `BUSY`: one of them
 * always sees the other.
 */
const STOP = 0;
const BUSY = 1;

/** Longer than loading the model takes; a thread that is stuck must not keep the process from ending. */
const STOP_TIMEOUT_MS = 2000;

export function createInterlock(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** The worker's side: does `work`, or waits for its end if the process is ending. */
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

/** The host's side: lets no further work begin and blocks until the work under way is done. */
export function stopAndWait(interlock: SharedArrayBuffer): void {
  const cells = new Int32Array(interlock);
  Atomics.store(cells, STOP, 1);
  Atomics.wait(cells, BUSY, 1, STOP_TIMEOUT_MS);
}
