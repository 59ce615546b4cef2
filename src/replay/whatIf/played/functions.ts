import { NEVER, of, throwError, type Observable } from 'rxjs';
import * as z from 'zod';
import type { WrittenFunction } from '../../../record/format.ts';
import type { AgentFunction, SessionControl } from '../../../session/agent.ts';
import type { RecordedCall } from '../recorded/calls.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';
import type { Run } from './run.ts';

/** Creates functions of an agent; each call returns its recorded result after the recorded time, and may hand over then. */
export function createFunctions(
  functions: Readonly<Record<string, WrittenFunction>>,
  run: Run,
): Readonly<Record<string, AgentFunction<object>>> {
  const { calls } = run.recorded.functions;
  return Object.fromEntries(
    Object.entries(functions).map(([name, written]) => [
      name,
      {
        ...written,
        parameters: z.unknown(),
        execute: (_args: never, { tool_call_id: id, session }) => replayCall(calls.get(id), session, run),
      } satisfies AgentFunction<object>,
    ]),
  );
}

/** Emits the recorded result. A call that is not in the recording never returns: its timeout settles it. */
function replayCall(call: RecordedCall | undefined, session: SessionControl, run: Run): Observable<string> {
  if (call === undefined || call.end.kind === 'open') return NEVER;
  const { end, requests } = call;
  const made = createRequestSteps(requests, session, run);
  return playSteps([...made, { atMs: end.atMs, run: () => emitEnd(end) }], run.clock);
}

function emitEnd(end: Exclude<RecordedCall['end'], { kind: 'open' }>): Observable<string> {
  return end.kind === 'failed' ? throwError(() => new Error(end.error.message)) : of(end.content);
}
