import type { SchedulerLike } from 'rxjs';
import { createExpiringMap } from '../common/expiringMap.ts';
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
  const records = createExpiringMap<CallRecord>({ keepMs: KEEP_MS, maxEntries: MAX_RECORDS, scheduler });
  return { add: (call) => records.set(call.id, recordOf(call)), find: (id) => records.get(id) };
}

/** Copies the data, so that the session can be garbage-collected. */
function recordOf(call: CallRecord): CallRecord {
  const { id, owner, createdAt, expiresAt, protocol, audio, status, counters, usage } = call;
  return { id, owner, createdAt, expiresAt, protocol, audio, status, counters, usage };
}
