import type * as workerThreads from 'node:worker_threads';
import type { Worker } from 'node:worker_threads';
import { findPackageFile } from '../../src/wire/packageFile.ts';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';
import { createInterlock, stopAndWait } from './interlock.ts';
import type { FromWorker, ToWorker, WorkerSetup, WorkerTask } from './messages.ts';

const loadThreads = lazyBuiltin<typeof workerThreads>('node:worker_threads');

export interface ThreadOptions {
  /** @default 'vad' */
  readonly task?: WorkerTask | undefined;
  readonly modelPath: string;
  readonly onMessage: (message: FromWorker) => void;
  /** Called when the thread has ended. */
  readonly onEnd: (reason: string) => void;
  /** @default the built worker */
  readonly spawn?: Spawn | undefined;
}

export type Spawn = (setup: WorkerSetup) => Worker;

/** The worker thread. It keeps the process alive only after `setKeepAlive(true)`. */
export interface Thread {
  readonly post: (message: ToWorker) => void;
  readonly setKeepAlive: (isKeptAlive: boolean) => void;
}

export function startThread({
  task = 'vad',
  modelPath,
  onMessage,
  onEnd,
  spawn = spawnBuiltWorker,
}: ThreadOptions): Thread {
  const interlock = createInterlock();
  const worker = spawn({ task, modelPath, interlock });
  const onProcessExit = (): void => stopAndWait(interlock);
  let isKeptAlive = false;

  process.on('exit', onProcessExit);
  worker.on('message', onMessage);
  worker.on('error', (error) => onEnd(error.message));
  worker.on('exit', (code) => {
    process.off('exit', onProcessExit);
    onEnd(`its thread ended with code ${code}`);
  });
  worker.unref();

  return {
    post: (message) => worker.postMessage(message),
    setKeepAlive(wanted: boolean): void {
      if (wanted === isKeptAlive) return;
      isKeptAlive = wanted;
      if (isKeptAlive) worker.ref();
      else worker.unref();
    },
  };
}

/** Starts the built worker file, even when running from sources. */
function spawnBuiltWorker(setup: WorkerSetup): Worker {
  const entry = findPackageFile('#silero-worker');
  // Leave out the loaders and hooks of the process.
  return new (loadThreads().Worker)(entry, { name: 'antiphon-silero', workerData: setup, execArgv: [] });
}
