import type { ComparedTurn, VariantTurn, WhatIf } from '../../replay/whatIf/whatIf.ts';
import { formatTurn, MARKS } from './wording.ts';

/** The turns as rows of `turn, what was said, before, ≠, after`, and what their marks mean. */
export function createRows({ rows }: WhatIf): {
  readonly rows: readonly string[][];
  readonly legend: readonly string[];
} {
  const used = new Set(rows.flatMap(({ after }) => after.flatMap(({ caveats: marks }) => marks)));
  return {
    rows: rows.flatMap(createRow),
    legend: MARKS.filter(([mark]) => used.has(mark)).map(([, sign, meaning]) => `${sign} ${meaning}`),
  };
}

/** A turn that would have fallen apart has a line for each of its parts. */
function createRow(row: ComparedTurn): readonly string[][] {
  const before = row.before.map((turn) => formatTurn(turn)).join('; ') || '–';
  const [first, ...more] = row.after;
  const plain = first === undefined ? formatMissing(row) : formatTurn(first);
  const differs = more.length > 0 || plain !== before || first?.text !== row.before[0]?.text;
  const said = more.length > 0 && first !== undefined ? formatPart(first) : row.text;
  const after = first === undefined ? plain : formatTurn(first, first.caveats);
  return [
    [String(row.turn), said, before, differs ? '≠' : '', after],
    ...more.map((part) => ['', formatPart(part), '', '≠', formatTurn(part, part.caveats)]),
  ];
}

function formatPart({ text }: VariantTurn): string {
  return `· ${text}`;
}

function formatMissing({ joined }: ComparedTurn): string {
  return joined === null ? 'not heard' : `part of turn ${joined}`;
}
