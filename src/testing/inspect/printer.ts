import type { EdgeName } from '../../session/edges.ts';

/** A value of an edge and its time. */
export interface EdgeValue {
  readonly edge: EdgeName;
  readonly value: unknown;
  /** Time since the inspection began, in ms. */
  readonly atMs: number;
}

/** Prints the values of one session. */
export interface Printer {
  next(value: EdgeValue): void;
  /** Prints everything not yet printed. */
  flush(atMs: number): void;
}

export type CreatePrinter = (id: string, edges: readonly EdgeName[], write: (line: string) => void) => Printer;

/** Returns the `kind` of a value, or a substitute if it has none. */
export function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('kind' in value && typeof value.kind === 'string') return value.kind;
  return 'samples' in value ? 'frame' : '';
}
