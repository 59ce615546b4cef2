import type { ComparedTurn, VariantTurn, WhatIf } from '../../replay/whatIf/whatIf.ts';
import { fateOf, MARKS } from './wording.ts';

/** The turns as rows of `turn, what was said, before, ≠, after`, and what their marks mean. */
export function rowsOf({ rows }: WhatIf): { readonly rows: readonly string[][]; readonly legend: readonly string[] } {
  const used = new Set(rows.flatMap(({ after }) => after.flatMap(({ marks }) => marks)));
  return {
    rows: rows.flatMap(rowOf),
    legend: MARKS.filter(([mark]) => used.has(mark)).map(([, sign, meaning]) => `${sign} ${meaning}`),
  };
}

/** A turn that would have fallen apart has a line for each of its parts. */
function rowOf(row: ComparedTurn): readonly string[][] {
  const before = row.before.map((turn) => fateOf(turn)).join('; ') || '–';
  const [first, ...more] = row.after;
  const plain = first === undefined ? gone(row) : fateOf(first);
  const differs = more.length > 0 || plain !== before || first?.text !== row.before[0]?.text;
  const said = more.length > 0 && first !== undefined ? partOf(first) : row.text;
  const after = first === undefined ? plain : fateOf(first, first.marks);
  return [
    [String(row.turn), said, before, differs ? '≠' : '', after],
    ...more.map((part) => ['', partOf(part), '', '≠', fateOf(part, part.marks)]),
  ];
}

function partOf({ text }: VariantTurn): string {
  return `· ${text}`;
}

function gone({ joined }: ComparedTurn): string {
  return joined === null ? 'not heard' : `part of turn ${joined}`;
}
