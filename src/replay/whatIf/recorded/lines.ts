import type { Incoming, InLine, Line, OutLine, Outgoing } from '../../../record/format.ts';

/** What came in over a stream with this line; undefined for every other line. */
export function valueIn<Stream extends keyof Incoming>(line: Line, stream: Stream): Incoming[Stream] | undefined {
  return 'in' in line && line.in === stream ? (line.v as Incoming[Stream] | undefined) : undefined;
}

/** What went out under this name; undefined for every other line. */
export function valueOut<Name extends keyof Outgoing>(line: Line, name: Name): Outgoing[Name] | undefined {
  return 'out' in line && line.out === name ? (line.v as Outgoing[Name]) : undefined;
}

/** All that went out under a name, with its time. */
export function allOut<Name extends keyof Outgoing>(
  lines: readonly Line[],
  name: Name,
): readonly { readonly t: number; readonly v: Outgoing[Name] }[] {
  return lines.filter((line): line is OutLine => 'out' in line && line.out === name) as never;
}

/** All that came in over a stream, with its time. */
export function allIn<Stream extends keyof Incoming>(
  lines: readonly Line[],
  stream: Stream,
): readonly { readonly t: number; readonly v: Incoming[Stream] }[] {
  return lines.filter((line): line is InLine => 'in' in line && line.in === stream && line.v !== undefined) as never;
}

/** The middle one, of an even number the later one. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
