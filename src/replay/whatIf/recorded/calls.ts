import type { FunctionCall } from '../../../core/message.ts';
import type { Line, WrittenError, WrittenFunction } from '../../../record/format.ts';
import { allOut, valueIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import { readStream, type RecordedStream, type TimedRequest } from './stream.ts';

/** One call of a function; times are relative to its start. */
export interface RecordedCall {
  readonly end:
    | (Timed & { readonly kind: 'returned'; readonly content: string })
    | (Timed & { readonly kind: 'failed'; readonly error: WrittenError })
    | { readonly kind: 'open' };
  readonly requests: readonly TimedRequest[];
}

export interface RecordedFunctions {
  /** All functions that the agent had, by name. */
  readonly known: Readonly<Record<string, WrittenFunction>>;
  /** By `tool_call_id`. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
}

/** Reads the agent's functions and what they returned. */
export function readFunctions(lines: readonly Line[]): RecordedFunctions {
  const known: Record<string, WrittenFunction> = {};
  const calls = new Map<string, RecordedCall>();
  let waiting: FunctionCall[] = [];
  for (const [n, line] of lines.entries()) {
    Object.assign(known, valueIn(line, 'functions'));
    waiting = executedCalls(line, known) ?? waiting;
    const issues = valueIn(line, 'args')?.issues;
    const opened = valueOut(line, 'opened');
    if (issues !== undefined) {
      const message = issues.map(({ path, message: why }) => `${path.join('.')}: ${why}`).join('; ');
      const id = waiting.shift()?.id;
      if (id !== undefined) calls.set(id, { end: { kind: 'failed', atMs: 0, error: { message } }, requests: [] });
    }
    if (opened?.startsWith('fn.')) calls.set(waiting.shift()?.id ?? '', createCall(readStream(lines, n, opened)));
  }
  settleOpenCalls(calls, lines);
  return { known, calls };
}

/** Selects the calls of a round that are executed, in order. */
function executedCalls(line: Line, known: Readonly<Record<string, WrittenFunction>>): FunctionCall[] | undefined {
  return valueOut(line, 'functionCalls')?.calls.filter(({ function: { name } }) => Object.hasOwn(known, name));
}

function createCall({ values, requests, end }: RecordedStream): RecordedCall {
  if (end.kind === 'failed') return { end, requests };
  const last = values.at(-1);
  if (last === undefined) return { end: { kind: 'open' }, requests };
  const { content } = last.value as { readonly content: string };
  return { end: { kind: 'returned', atMs: last.atMs, content }, requests };
}

/** Gives calls that never returned the result with which they were settled, at that time. */
function settleOpenCalls(calls: Map<string, RecordedCall>, lines: readonly Line[]): void {
  const rounds = allOut(lines, 'functionCalls');
  for (const { v, t } of allOut(lines, 'functionResults'))
    for (const { tool_call_id: id, content } of v.results) {
      const call = calls.get(id);
      const announcedMs = rounds.find((round) => round.v.calls.some((one) => one.id === id))?.t ?? t;
      if (call?.end.kind === 'open')
        calls.set(id, { ...call, end: { kind: 'returned', atMs: t - announcedMs, content } });
    }
}
