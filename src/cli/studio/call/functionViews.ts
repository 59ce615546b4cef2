import { outgoing, type Trace } from '../../../replay/timeline/lines.ts';
import { callsOf } from '../../../replay/timeline/replies.ts';
import type { FunctionCallView } from '../../../studio/protocol.ts';

/** Lists the functions' calls with their arguments and their last results. */
export function listFunctions(trace: Trace): readonly FunctionCallView[] {
  const calls = new Map(
    outgoing(trace, 'functionCalls').flatMap(({ v }) => v.calls.map((call) => [call.id, call.function] as const)),
  );
  const results = new Map<string, string>();
  for (const { v } of outgoing(trace, 'functionResults')) {
    if (v.background?.kind === 'progress') continue;
    for (const { tool_call_id: id, content } of v.results) results.set(id, content);
  }
  return callsOf(trace).map(({ id, name, fromMs, toMs }) => ({
    id,
    name,
    arguments: calls.get(id)?.arguments ?? '',
    fromMs,
    toMs,
    result: results.get(id) ?? null,
  }));
}
