import type { OutLine } from '../../../record/format.ts';
import { allOut } from '../../lines.ts';

/** Whose answer each utterance is: its turn. */
export function turnOfUtterance(told: readonly OutLine[]): ReadonlyMap<string, number> {
  return new Map(
    allOut(told, 'speech').flatMap(({ v }) => (v.kind === 'started' ? [[v.utterance, v.turn] as const] : [])),
  );
}
