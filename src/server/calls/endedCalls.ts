import type { SchedulerLike } from 'rxjs';
import type { CallRecord } from './call.ts';

/** Records of calls that have ended. */
export interface EndedCalls {
  add(call: CallRecord): void;
  find(id: string): CallRecord | undefined;
}

const KEEP_MS = 600_000;
const MAX_RECORDS = 1000;

/** Creates a store that keeps the last 1000 ended calls, each for 10 minutes. */
export function createEndedCalls(scheduler: SchedulerLike): EndedCalls {
  // The oldest first.
  const records = new Map<string, { readonly record: CallRecord; readonly until: number }>();
  const expire = (): void => {
    for (const [id, { until }] of records) {
      if (until > scheduler.now() && records.size <= MAX_RECORDS) return;
      records.delete(id);
    }
  };
  return {
    add: (call) => {
      records.set(call.id, { record: recordOf(call), until: scheduler.now() + KEEP_MS });
      expire();
    },
    find: (id) => {
      expire();
      return records.get(id)?.record;
    },
  };
}

/** Copies the data, so that the session can be freed. */
function recordOf({ id, owner, createdAt, expiresAt, audio, status, counters }: CallRecord): CallRecord {
  return { id, owner, createdAt, expiresAt, audio, status, counters };
}
