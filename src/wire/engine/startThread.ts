import type * as workerThreads from 'node:worker_threads';
import { lazyBuiltin } from '../lazyBuiltin.ts';
import { findPackageFile } from '../packageFile.ts';
import type { StartEngine } from './engineHost.ts';

const loadThreads = lazyBuiltin<typeof workerThreads>('node:worker_threads');

/**
 * Creates a function that starts a worker thread.
 *
 * @param name of the worker's file in the `imports` of package.json: `#local-stt-worker`
 */
export function startThread(name: string, workerData: unknown): StartEngine {
  return ({ onMessage, onEnd }) => {
    // Some flags of the process are not allowed for a worker (`--input-type`).
    const worker = new (loadThreads().Worker)(findPackageFile(name), { workerData, execArgv: [] });
    worker.on('message', onMessage);
    worker.on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
    worker.unref();
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      ref: () => worker.ref(),
      unref: () => worker.unref(),
      terminate: () => void worker.terminate(),
    };
  };
}
