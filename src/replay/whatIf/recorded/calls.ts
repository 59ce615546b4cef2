import { INTERRUPTED, SESSION_ENDED } from '../../../core/callResult.ts';
import type { FunctionCall, FunctionResult } from '../../../core/message.ts';
import type { FunctionResults } from '../../../core/turn.ts';
import type { Line, WrittenError, WrittenFunction, WrittenReport } from '../../../record/format.ts';
import { isReport } from '../../../record/fromFunction.ts';
import { allOut, updateIn, valueIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import { readStream, type RecordedStream, type TimedRequest } from './stream.ts';

/** A function call. Times are relative to its start. */
export interface RecordedCall {
  readonly end:
    | (Timed & { readonly kind: 'returned'; readonly content: string })
    | (Timed & { readonly kind: 'failed'; readonly error: WrittenError })
    | { readonly kind: 'open' };
  /** Requests made during the call, including the update of a handoff. */
  readonly requests: readonly TimedRequest[];
  /** Its reports from the background. */
  readonly reports?: readonly TimedReport[] | undefined;
  /** True if it went on in the background. Default: false. */
  readonly acknowledged?: true | undefined;
}

/** A report of a function that ran in the background. */
export interface TimedReport extends Timed {
  readonly report: WrittenReport;
}

export interface RecordedFunctions {
  /** All functions that the agents had, by name. */
  readonly known: Readonly<Record<string, WrittenFunction>>;
  /** The functions of the session's first agent, until an update replaced them. */
  readonly first: Readonly<Record<string, WrittenFunction>>;
  /** The calls, by `tool_call_id`. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** All requested calls, in order. */
  readonly asked: readonly FunctionCall[];
}

/** Reads the agents' functions and their results. */
export function readFunctions(lines: readonly Line[]): RecordedFunctions {
  const known: Record<string, WrittenFunction> = {};
  const calls = new Map<string, RecordedCall>();
  const streams = new Map<string, OpenedCall>();
  const refused = readRefused(lines);
  let waiting: FunctionCall[] = [];
  for (const [n, line] of lines.entries()) {
    Object.assign(known, valueIn(line, 'functions'));
    waiting = executedCalls(line, known, refused) ?? waiting;
    const issues = valueIn(line, 'args')?.issues;
    const opened = valueOut(line, 'opened');
    if (issues !== undefined) {
      const message = issues.map(({ path, message: why }) => `${path.join('.')}: ${why}`).join('; ');
      const id = waiting.shift()?.id;
      if (id !== undefined) calls.set(id, { end: { kind: 'failed', atMs: 0, error: { message } }, requests: [] });
    }
    if (opened?.startsWith('fn.')) {
      const id = waiting.shift()?.id ?? '';
      calls.set(id, createCall(readStream(lines, n, opened)));
      streams.set(opened, { id, openedMs: line.t });
    }
  }
  settleOpenCalls(calls, lines);
  addHandoffs(calls, streams, lines);
  const asked = allOut(lines, 'functionCalls').flatMap(({ v }) => v.calls);
  return { known, first: readFirst(lines), calls, asked };
}

function readFirst(lines: readonly Line[]): RecordedFunctions['first'] {
  const replaced = lines.findIndex((line) => updateIn(line)?.functions !== undefined);
  const first: Record<string, WrittenFunction> = {};
  for (const line of replaced === -1 ? lines : lines.slice(0, replaced))
    Object.assign(first, valueIn(line, 'functions'));
  return first;
}

/** Selects a round's executed calls, in order. */
function executedCalls(
  line: Line,
  known: Readonly<Record<string, WrittenFunction>>,
  refused: ReadonlySet<string>,
): FunctionCall[] | undefined {
  const calls = valueOut(line, 'functionCalls')?.calls;
  return calls?.filter(({ id, function: { name } }) => Object.hasOwn(known, name) && !refused.has(id));
}

/** Reads the ids of calls that were not executed because another one of the function was running. */
function readRefused(lines: readonly Line[]): ReadonlySet<string> {
  const results = allOut(lines, 'functionResults').flatMap(({ v }) => v.results);
  const refused = results.filter(({ content, function: { name } }) => content === refusalOf(name));
  return new Set(refused.map(({ tool_call_id }) => tool_call_id));
}

function refusalOf(name: string): string {
  return `not executed: "${name}" is running, and its result follows`;
}

function createCall({ values, requests, end }: RecordedStream): RecordedCall {
  const reports = values.flatMap(({ atMs, value }) =>
    isReport(value as object) ? [{ atMs, report: value }] : [],
  ) as TimedReport[];
  const rest = { requests, ...(reports.length > 0 && { reports }) };
  if (end.kind === 'failed') return { end, ...rest };
  const last = values.findLast(({ value }) => !isReport(value as object));
  if (last === undefined) return { end: { kind: 'open' }, ...rest };
  const { content } = last.value as { readonly content: string };
  return { end: { kind: 'returned', atMs: last.atMs, content }, ...rest };
}

/** The results that a session gives to background calls that it ends. It gives them again in a what-if. */
const ENDED: ReadonlySet<string> = new Set([INTERRUPTED, SESSION_ENDED]);

/** Gives calls that never returned the result with which they were settled, at the time of settlement. */
function settleOpenCalls(calls: Map<string, RecordedCall>, lines: readonly Line[]): void {
  const rounds = allOut(lines, 'functionCalls');
  for (const { v, t } of allOut(lines, 'functionResults')) {
    for (const { tool_call_id: id } of v.acknowledged ?? []) {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, acknowledged: true });
    }
    for (const { tool_call_id: id, content } of listFinalResults(v)) {
      const call = calls.get(id);
      if (v.background !== undefined && ENDED.has(content)) continue;
      const announcedMs = rounds.find((round) => round.v.calls.some((one) => one.id === id))?.t ?? t;
      if (call?.end.kind === 'open')
        calls.set(id, { ...call, end: { kind: 'returned', atMs: t - announcedMs, content } });
    }
  }
}

/** Lists the results that are neither acknowledgements nor progress. */
function listFinalResults({ results, acknowledged = [], background }: FunctionResults): readonly FunctionResult[] {
  if (background?.kind === 'progress') return [];
  return results.filter(({ tool_call_id: id }) => !acknowledged.some((call) => call.tool_call_id === id));
}

interface OpenedCall {
  readonly id: string;
  readonly openedMs: number;
}

/** Adds each handoff to the requests of the call whose function returned it. */
function addHandoffs(
  calls: Map<string, RecordedCall>,
  streams: ReadonlyMap<string, OpenedCall>,
  lines: readonly Line[],
): void {
  for (const [n, line] of lines.entries()) {
    const request = updateIn(line);
    if (request?.handoff === undefined || request.handoff.history === 'kept') continue;
    const opened = findCall(request.handoff.tool_call_id, streams, lines.slice(n));
    const call = opened && calls.get(opened.id);
    if (opened === undefined || call === undefined || call.requests.some((one) => one.request === request)) continue;
    const requests = [...call.requests, { atMs: line.t - opened.openedMs, request }];
    calls.set(opened.id, { ...call, requests });
  }
}

/**
 * Finds the call of a handoff. In recordings of earlier versions the handoff has no ID and directly follows the
 * function's return.
 */
function findCall(
  id: string | undefined,
  streams: ReadonlyMap<string, OpenedCall>,
  after: readonly Line[],
): OpenedCall | undefined {
  if (id !== undefined) return [...streams.values()].find((stream) => stream.id === id);
  for (const line of after) {
    const stream = 'in' in line && line.v !== undefined ? streams.get(line.in) : undefined;
    if (stream !== undefined) return stream;
  }
  return undefined;
}
