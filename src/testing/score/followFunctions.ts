import type { FunctionSpan } from '../../draw/model.ts';
import type { Session } from '../../session/session.ts';

/** Follows the calls of a session, each up to its final result. Returns a function that reads those so far. */
export function followFunctions<SessionData extends object>(
  { events$, edges }: Session<SessionData>,
  nowMs: () => number,
): () => readonly FunctionSpan[] {
  let calls: readonly FunctionSpan[] = [];
  const update = (ids: readonly string[], change: (call: FunctionSpan) => FunctionSpan): void => {
    calls = calls.map((call) => (call.toMs === null && ids.includes(call.id) ? change(call) : call));
  };
  events$.subscribe(({ name, at, input }) => {
    if (name === 'on_function_calls_collected') {
      const begun = input.function_calls.map(({ id, function: called }) => {
        return { id, name: called.name, fromMs: at, toMs: null };
      });
      calls = [...calls, ...begun];
    } else if (name === 'on_function_calls_executed') {
      const ids = input.results.map(({ tool_call_id }) => tool_call_id);
      update(ids, (call) => ({ ...call, toMs: at }));
    }
  });
  edges.functionResults.subscribe(({ acknowledged = [] }) => {
    for (const { tool_call_id, policy } of acknowledged)
      update([tool_call_id], (call) => ({ ...call, background: { sinceMs: nowMs(), policy } }));
  });
  return () => calls;
}
