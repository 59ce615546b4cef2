import type { Line } from '../../record/format.ts';
import { allOut } from '../../replay/lines.ts';
import type { RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';

/** An agent's function with its results in the recording. */
export interface DraftFunction {
  readonly name: string;
  readonly description: string;
  readonly uninterruptible: boolean;
  readonly interruptible: boolean | undefined;
  readonly filler: string | undefined;
  /** The results in the order of the calls. */
  readonly results: readonly DraftResult[];
}

export interface DraftResult {
  readonly afterMs: number;
  readonly returns?: string | undefined;
  /** Message of the exception that it throws. */
  readonly fails?: string | undefined;
}

/** Reads the agent's functions and their results. */
export function readFunctions(lines: readonly Line[], { functions }: RecordedSession): readonly DraftFunction[] {
  const calls = allOut(lines, 'functionCalls').flatMap(({ v }) => v.calls);
  return Object.entries(functions.known).map(([name, { description, uninterruptible, interruptible, filler }]) => ({
    name,
    description,
    uninterruptible,
    interruptible,
    filler,
    results: calls
      .filter((call) => call.function.name === name)
      .map(({ id }) => createResult(functions.calls.get(id)?.end ?? { kind: 'open' })),
  }));
}

type CallEnd = NonNullable<ReturnType<RecordedSession['functions']['calls']['get']>>['end'];

function createResult(end: CallEnd): DraftResult {
  if (end.kind === 'open') return { afterMs: Number.POSITIVE_INFINITY };
  const afterMs = Math.round(end.atMs);
  return end.kind === 'returned' ? { afterMs, returns: end.content } : { afterMs, fails: end.error.message };
}
