import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { StartOnce } from '../../../src/server/idempotency/idempotentStarts.ts';

/** A start that was called, whose outcome the test decides. */
export interface PendingStart {
  readonly signal: AbortSignal;
  readonly state: 'pending' | 'succeeded' | 'failed';
  succeed(id: string): void;
  fail(error: Error): void;
}

/** Creates a `start`, and the list of its calls. */
export function createPendingStarts(): { readonly calls: readonly PendingStart[]; readonly start: StartOnce } {
  const calls: PendingStart[] = [];
  const start: StartOnce = (signal) =>
    new Promise((resolve, reject) => {
      let state: PendingStart['state'] = 'pending';
      calls.push({
        signal,
        get state() {
          return state;
        },
        succeed: (id) => {
          state = 'succeeded';
          resolve({ id });
        },
        fail: (error) => {
          state = 'failed';
          reject(error);
        },
      });
    });
  return { calls, start };
}

/** Lets all promises settle that can. */
export async function settle(): Promise<void> {
  await endOfTurn();
}
