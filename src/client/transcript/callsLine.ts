import type { MessageOf } from '../call.ts';
import type { CallNote, CallsLine, Line } from './lines.ts';

/** Creates the line of the calls of a round. */
export function createCallsLine({ seq, t_ms, function_calls }: MessageOf<'function_calls.collected'>): CallsLine {
  const calls = function_calls.map((call): CallNote => {
    return { id: call.id, name: call.function.name, arguments: call.function.arguments, result: null };
  });
  return { kind: 'calls', key: `${seq}`, atMs: t_ms, calls };
}

/** Notes that calls go on in the background. */
export function addAcknowledgements(
  lines: readonly Line[],
  { results }: MessageOf<'function_calls.acknowledged'>,
): readonly Line[] {
  const contents = new Map(results.map(({ tool_call_id, content }) => [tool_call_id, content]));
  return lines.map((line) => updateCalls(line, contents, (acknowledged) => ({ acknowledged })));
}

/** Notes what a call in the background has done so far. */
export function addProgress(
  lines: readonly Line[],
  { tool_call_id, content }: MessageOf<'function_calls.progress'>,
): readonly Line[] {
  return lines.map((line) => updateCalls(line, new Map([[tool_call_id, content]]), (progress) => ({ progress })));
}

/** Adds final results to their calls. A result whose call is unknown, because a snapshot has none, gets its own line. */
export function addResults(lines: readonly Line[], message: MessageOf<'function_calls.executed'>): readonly Line[] {
  const contents = new Map(message.results.map(({ tool_call_id, content }) => [tool_call_id, content]));
  const known = new Set(lines.flatMap((line) => (line.kind === 'calls' ? line.calls.map(({ id }) => id) : [])));
  const changed = lines.map((line) => updateCalls(line, contents, (result) => ({ result })));
  const others = message.results.filter(({ tool_call_id }) => !known.has(tool_call_id));
  if (others.length === 0) return changed;
  const calls = others.map(({ tool_call_id: id, content: result, function: { name, arguments: given } }) => {
    return { id, name, arguments: given, result };
  });
  return [...changed, { kind: 'calls', key: `${message.seq}`, atMs: message.t_ms, calls }];
}

/** Finds a call that has no result yet. */
export function findRunningCall(lines: readonly Line[], id: string): CallNote | undefined {
  const calls = lines.flatMap((line) => (line.kind === 'calls' ? line.calls : []));
  return calls.find((call) => call.id === id && call.result === null);
}

/** Changes the calls of a line that have no result yet. An id may occur again in a later round. */
function updateCalls(
  line: Line,
  values: ReadonlyMap<string, string>,
  change: (value: string) => Partial<CallNote>,
): Line {
  if (line.kind !== 'calls') return line;
  const valueOf = ({ id, result }: CallNote): string | undefined => (result === null ? values.get(id) : undefined);
  if (!line.calls.some((call) => valueOf(call) !== undefined)) return line;
  const update = (call: CallNote): CallNote => {
    const value = valueOf(call);
    return value === undefined ? call : { ...call, ...change(value) };
  };
  return { ...line, calls: line.calls.map(update) };
}
