import type { SchedulerLike } from 'rxjs';
import type { CallRecord } from './call.ts';

/** What is left of calls that have ended. */
export interface EndedCalls {
  add(call: CallRecord): void;
  find(id: string): CallRecord | undefined;
}

const REMEMBERED_MS = 600_000;
const MOST_REMEMBERED = 1000;

/** Keeps the records of ended calls for 10 minutes, of the last 1000 at most. */
export function createEndedCalls(scheduler: SchedulerLike): EndedCalls {
  // In the order of ending: the oldest is first.
  const records = new Map<string, { readonly record: CallRecord; readonly until: number }>();
  const forget = (): void => {
    for (const [id, { until }] of records) {
      if (until > scheduler.now() && records.size <= MOST_REMEMBERED) return;
      records.delete(id);
    }
  };
  return {
    add: (call) => {
      records.set(call.id, { record: recordOf(call), until: scheduler.now() + REMEMBERED_MS });
      forget();
    },
    find: (id) => {
      forget();
      return records.get(id)?.record;
    },
  };
}

/** Without the session behind it, which is to be freed. */
function recordOf({ id, createdAt, expiresAt, audio, status, counters }: CallRecord): CallRecord {
  return { id, createdAt, expiresAt, audio, status, counters };
}
