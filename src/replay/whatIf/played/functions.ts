import { NEVER, of, throwError, type Observable, type SchedulerLike } from 'rxjs';
import * as z from 'zod';
import type { AgentFunction, SessionControl } from '../../../session/agent.ts';
import type { RecordedCall } from '../recorded/calls.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';

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

/** Emits the recorded result. A call that is not in the recording never returns: its timeout settles it. */
function replayCall(
  call: RecordedCall | undefined,
  session: SessionControl,
  scheduler: SchedulerLike,
): Observable<string> {
  if (call === undefined || call.end.kind === 'open') return NEVER;
  const { end, requests } = call;
  return playSteps([...createRequestSteps(requests, session), { atMs: end.atMs, run: () => emitEnd(end) }], scheduler);
}

function emitEnd(end: Exclude<RecordedCall['end'], { kind: 'open' }>): Observable<string> {
  return end.kind === 'failed' ? throwError(() => new Error(end.error.message)) : of(end.content);
}
