import type { FunctionCall } from '../../../core/message.ts';
import type { Line, WrittenError, WrittenFunction } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { Timed } from '../fromTimes.ts';
import { allOut, valueIn, valueOut } from '../../lines.ts';

/** One call of a function; times are relative to its start. */
export interface RecordedCall {
  readonly end:
    | (Timed & { readonly kind: 'returned'; readonly content: string })
    | (Timed & { readonly kind: 'failed'; readonly error: WrittenError })
    | { readonly kind: 'open' };
  readonly requests: readonly (Timed & { readonly request: SessionRequest })[];
}

export interface RecordedFunctions {
  /** All functions that the agent had, by name. */
  readonly known: Readonly<Record<string, WrittenFunction>>;
  /** By `tool_call_id`. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
}

/** The agent's functions and what they returned. */
export function functionsOf(lines: readonly Line[]): RecordedFunctions {
  const known: Record<string, WrittenFunction> = {};
  const drafts: Draft[] = [];
  let waiting: FunctionCall[] = [];
  for (const line of lines) {
    Object.assign(known, valueIn(line, 'functions'));
    waiting = callsOf(line, known) ?? waiting;
    if (valueIn(line, 'args')?.issues !== undefined) addInvalidCall(waiting, line, drafts);
    const opened = valueOut(line, 'opened');
    if (opened?.startsWith('fn.'))
      drafts.push({
        id: waiting.shift()?.id ?? '',
        stream: opened,
        openedAt: line.t,
        end: { kind: 'open' },
        requests: [],
      });
    const own = drafts.find(({ stream }) => 'in' in line && stream === (line.by ?? line.in));
    if (own !== undefined && 'in' in line) addLine(own, line);
  }
  const calls = new Map(drafts.map(({ id, end, requests }) => [id, { end, requests }]));
  return { known, calls: withSettledCalls(calls, lines) };
}

interface Draft {
  readonly id: string;
  readonly stream: string;
  readonly openedAt: number;
  end: RecordedCall['end'];
  readonly requests: (Timed & { readonly request: SessionRequest })[];
}

/** The calls of a round that are executed, in order. */
function callsOf(line: Line, known: Readonly<Record<string, WrittenFunction>>): FunctionCall[] | undefined {
  return valueOut(line, 'functionCalls')?.calls.filter(({ function: { name } }) => Object.hasOwn(known, name));
}

function addInvalidCall(waiting: FunctionCall[], line: Line, drafts: Draft[]): void {
  const issues = valueIn(line, 'args')?.issues ?? [];
  const message = issues.map(({ path, message: why }) => `${path.join('.')}: ${why}`).join('; ');
  const call = waiting.shift();
  if (call === undefined) return;
  drafts.push({
    id: call.id,
    stream: '',
    openedAt: line.t,
    end: { kind: 'failed', atMs: 0, error: { message } },
    requests: [],
  });
}

function addLine(draft: Draft, { t, in: stream, v, error }: Extract<Line, { in: string }>): void {
  const atMs = t - draft.openedAt;
  if (stream === 'asked') draft.requests.push({ atMs, request: v as SessionRequest });
  else if (error !== undefined) draft.end = { kind: 'failed', atMs, error };
  else if (v !== undefined)
    draft.end = { kind: 'returned', atMs, content: (v as { readonly content: string }).content };
}

/** Gives calls that never returned the result with which they were settled, at that time. */
function withSettledCalls(
  calls: ReadonlyMap<string, RecordedCall>,
  lines: readonly Line[],
): ReadonlyMap<string, RecordedCall> {
  const all = new Map(calls);
  for (const { v, t } of allOut(lines, 'functionResults'))
    for (const { tool_call_id: id, content } of v.results) {
      const before = all.get(id);
      const atMs = t - (announcedAt(lines, id) ?? t);
      if (before?.end.kind === 'open') all.set(id, { ...before, end: { kind: 'returned', atMs, content } });
    }
  return all;
}

function announcedAt(lines: readonly Line[], id: string): number | undefined {
  return allOut(lines, 'functionCalls').find(({ v }) => v.calls.some((call) => call.id === id))?.t;
}
