import { inspect } from 'node:util';
import { kindOf, type CreatePrinter, type EdgeValue } from './printer.ts';

/** Kinds with many values per second. */
const FREQUENT: ReadonlySet<string> = new Set(['frame', 'window', 'audio', 'sent', 'played']);

/** Prints a line for each value. For frequent values, prints the first and the number of those that followed. */
export const createLines: CreatePrinter = (id, edges, write) => {
  const width = Math.max(...edges.map(({ length }) => length));
  const repeated = new Map<string, { readonly kind: string; count: number }>();
  const line = (atMs: number, edge: string, text: string): void =>
    write(`${(atMs / 1000).toFixed(3).padStart(9)} ${id} ${edge.padEnd(width)} ${text}`);
  const endRun = (edge: string, atMs: number): void => {
    const run = repeated.get(edge);
    repeated.delete(edge);
    if (run !== undefined && run.count > 0) line(atMs, edge, `${run.kind}: ${run.count} more`);
  };
  return {
    next: ({ edge, value, atMs }: EdgeValue) => {
      const kind = kindOf(value);
      const run = repeated.get(edge);
      if (run?.kind === kind) {
        run.count += 1;
        return;
      }
      endRun(edge, atMs);
      if (FREQUENT.has(kind)) repeated.set(edge, { kind, count: 0 });
      line(atMs, edge, describe(kind, value));
    },
    flush: (atMs) => {
      for (const edge of repeated.keys()) endRun(edge, atMs);
    },
  };
};

/** Describes a value in one line. Describes audio by its length. */
function describe(kind: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return inspect(value);
  const { kind: _, ...fields } = value as Record<string, unknown>;
  const shown = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shorten(field)]));
  const text = inspect(shown, { depth: 3, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 });
  return kind === '' ? text : `${kind} ${text}`;
}

function shorten(field: unknown): unknown {
  if (field instanceof Int16Array) return `${field.length} samples`;
  if (Array.isArray(field) && field.some((item) => kindOf(item) === 'frame')) return `${field.length} frames`;
  return kindOf(field) === 'frame' ? describe('frame', field) : field;
}
