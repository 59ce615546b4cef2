import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { PartialRun, Range } from '../../replay/sweep/runs.ts';
import type { Changes } from '../../replay/whatIf/settings.ts';

/** A recording and a range of the grid for a worker. */
export interface Task extends Range {
  /** The recording's name in messages. */
  readonly name: string;
  readonly path: string;
  readonly grid: readonly Changes[];
  /** The module with the splices and stages that the sessions had. */
  readonly session: string | undefined;
}

/** A worker's answers to a task: any number of `warning` and `played`, then one of the others. */
export type FromWorker =
  | { readonly kind: 'warning'; readonly text: string }
  /** Another combination was played. */
  | { readonly kind: 'played' }
  | { readonly kind: 'ran'; readonly part: PartialRun }
  | { readonly kind: 'failed'; readonly message: string };

/** Runs tasks, one after the other. */
export interface Runner {
  /** Resolves when the task has been answered with `ran` or `failed`. Never rejects. */
  run(task: Task, onMessage: (message: FromWorker) => void): Promise<void>;
  close(): Promise<void>;
}

/** Creates a runner with a thread. If the thread ends, its task fails and the next task gets a new thread. */
export function createThreadRunner(): Runner {
  let worker: Worker | null = null;
  return {
    run: (task, onMessage) =>
      new Promise((resolve) => {
        const thread = (worker ??= startWorker());
        const answer = (message: FromWorker): void => {
          onMessage(message);
          if (message.kind === 'ran' || message.kind === 'failed') end();
        };
        const fail = (message: string): void => {
          worker = null;
          answer({ kind: 'failed', message });
        };
        const onError = (error: Error): void => fail(error.message);
        const onExit = (code: number): void => fail(`its thread ended with code ${code}`);
        const end = (): void => {
          thread.off('message', answer).off('error', onError).off('exit', onExit);
          // A later error has no listener.
          thread.on('error', () => {});
          resolve();
        };
        thread.on('message', answer).on('error', onError).on('exit', onExit);
        thread.postMessage(task);
      }),
    close: async () => void (await worker?.terminate()),
  };
}

/** Starts a worker without the flags of the process: some are invalid for workers (`--input-type`). */
function startWorker(): Worker {
  return new Worker(createRequire(import.meta.url).resolve('#sweep-worker'), { execArgv: [] });
}
