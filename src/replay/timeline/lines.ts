import { groupBy } from '../../core/groupBy.ts';
import type { Incoming, Line, Outgoing } from '../../record/format.ts';
import { allOut, allTyped, type TimedValue } from '../lines.ts';

/** A recording with its lines grouped by name, each group in order. */
export interface Trace {
  readonly lines: readonly Line[];
  readonly byName: ReadonlyMap<string, readonly Line[]>;
  /** The values of outputs that have been read, by name. */
  readonly read: Map<string, readonly TimedValue<unknown>[]>;
}

/** Groups the lines in one pass, since a long session has hundreds of thousands. */
export function traceOf(lines: readonly Line[]): Trace {
  return { lines, byName: groupBy(lines, nameOf), read: new Map() };
}

/** Returns all inputs of a stream, or of all streams of one kind: `llm` stands for `llm.0`, `llm.1` … */
export function incoming<Name extends keyof Incoming>(
  { byName }: Trace,
  name: Name,
): readonly (TimedValue<Incoming[Name]> & { readonly stream: string })[] {
  return (byName.get(`in ${name}`) ?? []).flatMap((line) =>
    'in' in line && 'v' in line ? [{ t: line.t, v: line.v as Incoming[Name], stream: line.in }] : [],
  );
}

/** Returns all outputs with this name. */
export function outgoing<Name extends keyof Outgoing>(
  { byName, read }: Trace,
  name: Name,
): readonly TimedValue<Outgoing[Name]>[] {
  const values =
    (read.get(name) as readonly TimedValue<Outgoing[Name]>[] | undefined) ??
    allOut(byName.get(`out ${name}`) ?? [], name);
  read.set(name, values);
  return values;
}

/** Returns the texts that the user typed or entered with telephone keys, in order. */
export function typedOf({ byName }: Trace): readonly TimedValue<string>[] {
  const typed = ['in typed', 'in entry'].flatMap((name) => allTyped(byName.get(name) ?? []));
  return typed.sort((one, other) => one.t - other.t);
}

/** Returns the kind of a stream: `llm` of `llm.3`. */
function kindOf(stream: string): string {
  const dot = stream.indexOf('.');
  return dot === -1 ? stream : stream.slice(0, dot);
}

function nameOf(line: Line): string {
  if ('in' in line) return `in ${kindOf(line.in)}`;
  return 'out' in line ? `out ${line.out}` : 'dropped';
}
