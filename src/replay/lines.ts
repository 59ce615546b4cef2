import type { Incoming, Line, Outgoing } from '../record/format.ts';

/** A value of a recording, with its time. */
export interface TimedValue<Value> {
  /** Session time, in ms. */
  readonly t: number;
  readonly v: Value;
}

/** The value of a line of an input stream; undefined for every other line. */
export function valueIn<Stream extends keyof Incoming>(line: Line, stream: Stream): Incoming[Stream] | undefined {
  return 'in' in line && line.in === stream ? (line.v as Incoming[Stream] | undefined) : undefined;
}

/** The value of an output line with this name; undefined for every other line. */
export function valueOut<Name extends keyof Outgoing>(line: Line, name: Name): Outgoing[Name] | undefined {
  return 'out' in line && line.out === name ? (line.v as Outgoing[Name]) : undefined;
}

/** All values of an input stream. */
export function allIn<Stream extends keyof Incoming>(
  lines: readonly Line[],
  stream: Stream,
): readonly TimedValue<Incoming[Stream]>[] {
  return collect(lines, (line) => valueIn(line, stream));
}

/** All values of an output. */
export function allOut<Name extends keyof Outgoing>(
  lines: readonly Line[],
  name: Name,
): readonly TimedValue<Outgoing[Name]>[] {
  return collect(lines, (line) => valueOut(line, name));
}

function collect<Value>(
  lines: readonly Line[],
  valueOf: (line: Line) => Value | undefined,
): readonly TimedValue<Value>[] {
  const all: TimedValue<Value>[] = [];
  for (const line of lines) {
    const v = valueOf(line);
    if (v !== undefined) all.push({ t: line.t, v });
  }
  return all;
}
