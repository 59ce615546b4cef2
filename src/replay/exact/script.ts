import type { InLine, Line } from '../../record/format.ts';

/** One step of a recorded session, and the inputs within it. */
export interface RecordedStep {
  readonly line: InLine;
  readonly within: readonly InLine[];
}

/** Groups the inputs of a recording into steps. */
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
