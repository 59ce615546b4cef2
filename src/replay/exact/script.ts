import type { InLine, Line } from '../../record/format.ts';

/** One step of a recorded session, and what came in within it. */
export interface RecordedStep {
  readonly line: InLine;
  readonly within: readonly InLine[];
}

/** The steps that a recorded session took, in their order. */
export function groupSteps(lines: readonly Line[]): readonly RecordedStep[] {
  const steps: { line: InLine; within: InLine[] }[] = [];
  for (const line of lines) {
    if (!('in' in line)) continue;
    const last = steps.at(-1);
    if (line.after === undefined || last === undefined) steps.push({ line, within: [] });
    else last.within.push(line);
  }
  return steps;
}
