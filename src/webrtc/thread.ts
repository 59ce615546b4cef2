import type * as workerThreads from 'node:worker_threads';
import { findPackageFile } from '../wire/packageFile.ts';
import { lazyBuiltin } from '../wire/lazyBuiltin.ts';
import type { FromThread, NetworkSettings, ToThread } from './messages.ts';

const loadThreads = lazyBuiltin<typeof workerThreads>('node:worker_threads');

/** A message about one connection. */
export type PeerEvent = Exclude<FromThread, { readonly kind: 'failed' }>;

/**
 * The thread that holds all connections. It starts with the first one, and keeps the process alive while there is one.
 */
export interface Thread {
  /** Adds a connection. `receive` gets its messages up to `closed`, which is sent once. */
  open(receive: (event: PeerEvent) => void): Line;
  /** Ends the thread once it has no connections. The next connection starts it again. */
  close(): void;
}

/** The line to one connection in the thread. */
export interface Line {
  readonly id: number;
  post(message: ToThread): void;
}

export interface ThreadOptions {
  readonly network: NetworkSettings;
  /** Receives failures in the thread. Connections without a `closed` message continue. */
  readonly failed: (message: string) => void;
}

/** Heap limit of the thread, in MiB: data sent to the thread may exhaust its heap, but not end the process. */
const MAX_HEAP_MB = 1024;

export function createThread({ network, failed }: ThreadOptions): Thread {
  const lines = new Map<number, (event: PeerEvent) => void>();
  let worker: workerThreads.Worker | undefined;
  let isClosing = false;
  let lastId = 0;
  const receive = (message: FromThread): void => {
    if (message.kind === 'failed') return failed(message.message);
    const line = lines.get(message.id);
    if (message.kind === 'closed') remove(message.id);
    line?.(message);
  };
  const remove = (id: number): void => {
    lines.delete(id);
    if (lines.size === 0) rest();
  };
  const rest = (): void => {
    worker?.unref();
    if (!isClosing) return;
    void worker?.terminate();
    worker = undefined;
  };
  const end = (ended: workerThreads.Worker, reason: string): void => {
    if (worker !== ended) return;
    worker = undefined;
    failed(`the WebRTC thread ended: ${reason}`);
    const left = [...lines];
    lines.clear();
    for (const [id, line] of left) line({ kind: 'closed', id, isLost: true });
  };
  const start = (): workerThreads.Worker => {
    const entry = findPackageFile('#webrtc-worker');
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
    const options = { name: 'antiphon-webrtc', workerData: network, execArgv: [], resourceLimits };
    const started = new (loadThreads().Worker)(entry, options);
    started.on('message', receive);
    started.on('error', (error) => end(started, error.message));
    started.on('exit', (code) => end(started, `code ${code}`));
    return started;
  };
  return {
    open: (line) => {
      isClosing = false;
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      lines.set(id, line);
      return { id, post: (message) => worker?.postMessage(message) };
    },
    close: () => {
      isClosing = true;
      if (lines.size === 0) rest();
    },
  };
}
