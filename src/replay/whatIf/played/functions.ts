import { isDeepStrictEqual } from 'node:util';
import { concat, EMPTY, NEVER, of, throwError, type Observable } from 'rxjs';
import * as z from 'zod';
import type { FunctionCall } from '../../../core/message.ts';
import type { WrittenFunction, WrittenReport } from '../../../record/format.ts';
import { applyReport } from '../../../record/fromFunction.ts';
import type { AgentFunction, FunctionContext } from '../../../session/sessionControl.ts';
import type { RecordedCall } from '../recorded/calls.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';
import type { Run } from './run.ts';

/**
 * Creates an agent's functions. Each call returns its recorded result after the recorded time, and may then hand over.
 */
export function createFunctions(
  functions: Readonly<Record<string, WrittenFunction>>,
  run: Run,
): Readonly<Record<string, AgentFunction<object>>> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, written]) => [
      name,
      {
        ...written,
        parameters: z.unknown(),
        execute: (args: never, context) =>
          replayCall(written, findCall({ id: context.tool_call_id, name, args }, run), context, run),
      } satisfies AgentFunction<object>,
    ]),
  );
}

interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/**
 * Finds the recorded call. If the call belongs to an answer that was not recorded, finds one with the same name and
 * arguments.
 */
function findCall({ id, name, args }: MadeCall, { recorded }: Run): RecordedCall | undefined {
  const { asked, calls } = recorded.functions;
  const others = asked.filter(({ function: called }) => called.name === name);
  const alike = ({ function: called }: FunctionCall): boolean => isDeepStrictEqual(parse(called.arguments), args);
  const found = others.find((one) => one.id === id && alike(one)) ?? others.find(alike);
  return found && calls.get(found.id);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json.trim() === '' ? '{}' : json) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Emits the recorded result. A call that did not return in the recording never returns here either: its timeout settles
 * it. A background function that had returned before its acknowledgement returns at once.
 */
function replayCall(
  written: WrittenFunction,
  call: RecordedCall | undefined,
  context: FunctionContext<object>,
  run: Run,
): Observable<string> {
  if (call === undefined) return throwError(() => new Error('not called: the recording has no such call'));
  if (call.end.kind === 'open') return NEVER;
  const { end, requests, reports = [] } = call;
  const made = createRequestSteps(requests, context.session, run);
  if (written.background !== undefined && end.atMs === 0 && call.acknowledged !== true)
    return concat(...made.map(({ run: make }) => make()), emitEnd(end));
  const reported = reports.map(({ atMs, report }) => ({ atMs, run: () => emitReport(report, context) }));
  return playSteps([...made, ...reported, { atMs: end.atMs, run: () => emitEnd(end) }], run.clock);
}

function emitReport(report: WrittenReport, context: FunctionContext<object>): Observable<never> {
  applyReport(report, context);
  return EMPTY;
}

function emitEnd(end: Exclude<RecordedCall['end'], { kind: 'open' }>): Observable<string> {
  return end.kind === 'failed' ? throwError(() => new Error(end.error.message)) : of(end.content);
}
