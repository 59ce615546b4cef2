import type { Line, WrittenReport } from '../../record/format.ts';
import { allOut } from '../../replay/lines.ts';
import type { RecordedCall } from '../../replay/whatIf/recorded/calls.ts';
import type { RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import type { Background } from '../../session/config/background.ts';

/** An agent's function with its results in the recording. */
export interface DraftFunction {
  readonly name: string;
  readonly description: string;
  readonly uninterruptible: boolean;
  readonly interruptible: boolean | undefined;
  readonly filler: string | undefined;
  /** Absent: the model waits for its result. */
  readonly background?: Background | undefined;
  /** The results in the order of the executed calls. */
  readonly results: readonly DraftResult[];
}

export interface DraftResult {
  readonly afterMs: number;
  /** The reports of a function in the background, before its result. */
  readonly reports?: readonly DraftReport[] | undefined;
  readonly returns?: string | undefined;
  /** Message of the exception that it throws. */
  readonly fails?: string | undefined;
}

/** A report of a function in the background, and its time from the call on. */
export type DraftReport = WrittenReport & { readonly afterMs: number };

/** Reads the agent's functions, and the results of their calls in the stretch. */
export function readFunctions(
  lines: readonly Line[],
  { functions }: RecordedSession,
  isWithin: (atMs: number) => boolean,
): readonly DraftFunction[] {
  const calls = allOut(lines, 'functionCalls').flatMap(({ t, v }) => (isWithin(t) ? v.calls : []));
  return Object.entries(functions.known).map(([name, written]) => {
    const { description, uninterruptible, interruptible, filler, background } = written;
    const executed = calls.filter((call) => call.function.name === name && functions.calls.has(call.id));
    const results = executed.map(({ id }) => createResult(functions.calls.get(id)));
    return { name, description, uninterruptible, interruptible, filler, background, results };
  });
}

function createResult(call: RecordedCall | undefined): DraftResult {
  const { end = { kind: 'open' }, reports = [] } = call ?? {};
  const reported = reports.map(({ atMs, report }) => ({ afterMs: Math.round(atMs), ...report }));
  const rest = reported.length > 0 ? { reports: reported } : {};
  if (end.kind === 'open') return { afterMs: Number.POSITIVE_INFINITY, ...rest };
  const afterMs = Math.round(end.atMs);
  return end.kind === 'returned'
    ? { afterMs, ...rest, returns: end.content }
    : { afterMs, ...rest, fails: end.error.message };
}
