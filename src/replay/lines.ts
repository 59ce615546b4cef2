import { isNumbered } from '../record/border.ts';
import type { Incoming, InLine, Line, Outgoing } from '../record/format.ts';
import type { WrittenUpdate } from '../session/sessionUpdate.ts';

/** A recorded value and its time. */
export interface TimedValue<Value> {
  /** Session time, in ms. */
  readonly t: number;
  readonly v: Value;
}

/** Returns whether a line belongs to an input stream or to a stream that took its place: `stt`, `stt.1` … */
export function isIn(line: Line, stream: keyof Incoming): line is InLine {
  if (!('in' in line)) return false;
  return line.in === stream || (!isNumbered(stream) && line.in.startsWith(`${stream}.`));
}

/** Reads the value of a line of an input stream. Returns undefined for any other line. */
export function valueIn<Stream extends keyof Incoming>(line: Line, stream: Stream): Incoming[Stream] | undefined {
  return isIn(line, stream) ? (line.v as Incoming[Stream] | undefined) : undefined;
}

/** Reads the value of an output line with this name. Returns undefined for any other line. */
export function valueOut<Name extends keyof Outgoing>(line: Line, name: Name): Outgoing[Name] | undefined {
  return 'out' in line && line.out === name ? (line.v as Outgoing[Name]) : undefined;
}

/** Reads the update that a line requests. Returns undefined for any other line. */
export function updateIn(line: Line): WrittenUpdate | undefined {
  const asked = valueIn(line, 'asked');
  return asked?.kind === 'update' ? asked : undefined;
}

/** Selects all values of an input stream. */
export function allIn<Stream extends keyof Incoming>(
  lines: readonly Line[],
  stream: Stream,
): readonly TimedValue<Incoming[Stream]>[] {
  return collect(lines, (line) => valueIn(line, stream));
}

/** Reads a text that the user typed or entered with telephone keys. Returns undefined for any other line. */
export function typedIn(line: Line): string | undefined {
  const entered =
    'in' in line && line.in.startsWith('entry.') ? (line.v as Incoming['entry'] | undefined)?.text : undefined;
  return valueIn(line, 'typed')?.text ?? (typeof entered === 'string' ? entered : undefined);
}

/** Selects all typed texts. */
export function allTyped(lines: readonly Line[]): readonly TimedValue<string>[] {
  return collect(lines, typedIn);
}

/** Selects all values of an output. */
export function allOut<Name extends keyof Outgoing>(
  lines: readonly Line[],
  name: Name,
): readonly TimedValue<Outgoing[Name]>[] {
  return collect(lines, (line) => valueOut(line, name));
}

/** Selects the values of one kind. */
export function ofKind<Value extends { readonly kind: string }, Kind extends Value['kind']>(
  values: readonly TimedValue<Value>[],
  kind: Kind,
): readonly TimedValue<Extract<Value, { readonly kind: Kind }>>[] {
  return values.filter((value): value is TimedValue<Extract<Value, { readonly kind: Kind }>> => value.v.kind === kind);
}

/** Maps each utterance to its turn. */
export function turnsByUtterance(speech: readonly TimedValue<Outgoing['speech']>[]): ReadonlyMap<string, number> {
  return new Map(ofKind(speech, 'started').map(({ v }) => [v.utterance, v.turn] as const));
}

/** Returns the session time of a segment's last voiced sample, in ms. The segment itself ends after some silence. */
export function lastVoicedAt({ t, v }: TimedValue<Extract<Outgoing['activity'], { readonly kind: 'ended' }>>): number {
  return t - (v.atMs - v.lastVoicedMs);
}

/** Returns the session time of an utterance's first sound, which may have been reported late, in ms. */
export function soundedAt({ t, v }: TimedValue<Extract<Outgoing['playout'], { readonly kind: 'started' }>>): number {
  return t - (v.lateMs ?? 0);
}

function collect<Value>(lines: readonly Line[], read: (line: Line) => Value | undefined): readonly TimedValue<Value>[] {
  const all: TimedValue<Value>[] = [];
  for (const line of lines) {
    const v = read(line);
    if (v !== undefined) all.push({ t: line.t, v });
  }
  return all;
}
