import { Worker } from 'node:worker_threads';
import { findPackageFile } from '../wire/packageFile.ts';

/** A worker's message about its task. The message whose `kind` is `ran` or `failed` is the last. */
export type Answer = { readonly kind: string } & ({ readonly kind: 'failed'; readonly message: string } | object);

/** Runs tasks one after the other. */
export interface ThreadRunner<Task, Message extends Answer> {
  /** Resolves when the task has been answered with `ran` or `failed`. Never rejects. */
  run(task: Task, onMessage: (message: Message | Failed) => void): Promise<void>;
  close(): Promise<void>;
}

export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

export interface ThreadOptions {
  /** Timeout for a task, in ms of real time. If a thread takes longer, it is ended and its task fails. @default none */
  readonly limitMs?: number | undefined;
}

/**
 * Creates a runner with a thread for a module from the `imports` of `package.json`. If the thread ends, its task fails
 * and the next task gets a new thread.
 */
export function createThreadRunner<Task, Message extends Answer>(
  module: string,
  { limitMs }: ThreadOptions = {},
): ThreadRunner<Task, Message> {
  let worker: Worker | null = null;
  const start = (): Worker => {
    const started = startWorker(module);
    // A thread may also end between two tasks.
    return started.on('exit', () => {
      if (worker === started) worker = null;
    });
  };
  return {
    run: (task, onMessage) =>
      new Promise((resolve) => {
        const thread = (worker ??= start());
        const answer = (message: Message | Failed): void => {
          onMessage(message);
          if (message.kind === 'ran' || message.kind === 'failed') end();
        };
        const fail = (message: string): void => {
          worker = null;
          answer({ kind: 'failed', message });
        };
        const onError = (error: Error): void => fail(error.message);
        const onExit = (code: number): void => fail(`its thread ended with code ${code}`);
        const onLimit = (): void => {
          fail(`it took longer than ${(limitMs ?? 0) / 1000} s`);
          void thread.terminate();
        };
        const limit = limitMs === undefined ? undefined : setTimeout(onLimit, limitMs);
        const end = (): void => {
          clearTimeout(limit);
          thread.off('message', answer).off('error', onError).off('exit', onExit);
          resolve();
        };
        thread.on('message', answer).on('error', onError).on('exit', onExit);
        thread.postMessage(task);
      }),
    close: async () => void (await worker?.terminate()),
  };
}

/** Starts a worker without the process's flags, because some are invalid for workers (`--input-type`). */
function startWorker(module: string): Worker {
  const worker = new Worker(findPackageFile(module), { execArgv: [] });
  // An error between two tasks has no other listener.
  return worker.on('error', () => {});
}
