import type { FloorPhases } from '../../../replay/explain.ts';

/** A phase of the floor before and after a step. */
export interface ComparedPhase {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/** Sets the phases of the floor side by side. `before`: null for the first step. */
export function comparePhases(before: FloorPhases | null, after: FloorPhases): readonly ComparedPhase[] {
  const list = (values: readonly string[] | undefined): string =>
    values === undefined || values.length === 0 ? '–' : values.join(', ');
  const rows: readonly (readonly [name: string, before: string, after: string])[] = [
    ['User', before?.user ?? '–', after.user],
    ['Reply', before?.reply ?? '–', after.reply],
    ['Queue', list(before?.queue), list(after.queue)],
    ['Functions', list(before?.functions), list(after.functions)],
    ['Ending', before?.ending ?? '–', after.ending],
  ];
  return rows.map(([name, was, is]) => ({ name, before: was, after: is, isChanged: before !== null && was !== is }));
}

/** Returns the name of who decided, as it is in the graph. */
export function nameOfDecider(
  by: 'floor' | 'vad' | 'endpointing' | 'interruption' | { readonly ownStage: string },
): string {
  return typeof by === 'string' ? by : by.ownStage;
}
