import { concatMap, EMPTY, NEVER, of, throwError, type Observable, type SchedulerLike } from 'rxjs';
import * as z from 'zod';
import type { AgentFunction, SessionControl } from '../../../session/agent.ts';
import { fromTimes, type Timed } from '../fromTimes.ts';
import type { RecordedCall } from '../recorded/calls.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { applyRequest } from '../../applyRequest.ts';

/** Creates the agent's functions; each call returns its recorded result after the recorded time. */
export function createFunctions(
  { functions: { known, calls } }: RecordedSession,
  scheduler: SchedulerLike,
): Readonly<Record<string, AgentFunction<object>>> {
  return Object.fromEntries(
    Object.entries(known).map(([name, written]) => [
      name,
      {
        ...written,
        parameters: z.unknown(),
        execute: (_args: never, { tool_call_id: id, session }) => replayCall(calls.get(id), session, scheduler),
      } satisfies AgentFunction<object>,
    ]),
  );
}

type FunctionStep = Timed & (RecordedCall['requests'][number] | { readonly end: RecordedCall['end'] });

/** Emits the recorded result. A call that is not in the recording never returns: its timeout settles it. */
function replayCall(
  call: RecordedCall | undefined,
  session: SessionControl,
  scheduler: SchedulerLike,
): Observable<string> {
  if (call === undefined || call.end.kind === 'open') return NEVER;
  const now = scheduler.now();
  const deeds: readonly FunctionStep[] = [...call.requests, { atMs: call.end.atMs, end: call.end }];
  const later = deeds.map((deed) => ({ ...deed, atMs: now + deed.atMs })).toSorted((a, b) => a.atMs - b.atMs);
  return fromTimes(later, scheduler).pipe(
    concatMap((deed) => {
      if ('end' in deed) return endOf(deed.end);
      applyRequest(session, deed.request);
      return EMPTY;
    }),
  );
}

function endOf(end: RecordedCall['end']): Observable<string> {
  if (end.kind === 'failed') return throwError(() => new Error(end.error.message));
  return end.kind === 'returned' ? of(end.content) : NEVER;
}
