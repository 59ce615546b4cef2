import type { EdgeName } from '../../session/edges.ts';
import { kindOf, type CreatePrinter, type EdgeValue } from './printer.ts';

/** Time of one row, in ms. */
export const SPAN_MS = 8000;
/** Time of one character, in ms. */
const SLOT_MS = 100;

/** The letters of kinds that share their first letter with another kind of the same edge. */
const LETTERS: Readonly<Record<string, string>> = { sent: 'a', played: 'p', stopped: 'e', window: '.', frame: '.' };

/**
 * Prints every 8 s of each edge as a row of marbles, one character per 100 ms; `+` stands for several different values.
 * Skips edges without values.
 */
export const createMarbles: CreatePrinter = (id, edges, write) => {
  const width = Math.max(...edges.map(({ length }) => length));
  const rows = new Map<EdgeName, string[]>();
  let fromMs = 0;
  const flush = (): void => {
    if (rows.size > 0) write(`${(fromMs / 1000).toFixed(1).padStart(9)} ${id}`);
    for (const edge of edges) {
      const row = rows.get(edge);
      if (row !== undefined) write(`${' '.repeat(9)} ${edge.padEnd(width)} ${row.join('')}`);
    }
    rows.clear();
    fromMs += SPAN_MS;
  };
  return {
    next: ({ edge, value, atMs }: EdgeValue) => {
      while (atMs >= fromMs + SPAN_MS) flush();
      const row = rows.get(edge) ?? Array.from({ length: SPAN_MS / SLOT_MS }, () => '-');
      rows.set(edge, row);
      const slot = Math.floor((atMs - fromMs) / SLOT_MS);
      const letter = letterOf(value);
      const before = row[slot] ?? '-';
      row[slot] = before === '-' || before === '.' || before === letter ? letter : letter === '.' ? before : '+';
    },
    flush: (atMs) => {
      if (rows.size > 0 || atMs >= fromMs + SPAN_MS) flush();
    },
  };
};

function letterOf(value: unknown): string {
  const kind = kindOf(value);
  if (kind === '') return 'x';
  return LETTERS[kind] ?? kind.charAt(0);
}
