import { isDeepStrictEqual } from 'node:util';
import type { Line, Outgoing, OutLine } from '../../record/format.ts';

/** The first outputs that differ. Null if that side has no more outputs. */
export interface Difference {
  readonly recorded: OutLine | null;
  readonly replayed: OutLine | null;
}

/** Outputs that a user, a client or the developer's handlers can notice. */
const COMPARED: ReadonlySet<keyof Outgoing> = new Set([
  'event',
  'error',
  'command',
  'transcript',
  'interruption',
  'userTurn',
  'reply',
  'functionCalls',
  'functionResults',
  'metrics',
  'ended',
]);

/** Codes that depend on the date or come from parts that do not exist in a replay. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  'event_handler_failed',
  'setting_unsupported',
  'model_ends',
  'recording_failed',
  'teardown_failed',
  // A refused update is not recorded as an input.
  'update_invalid',
]);

/** Tolerance between times, in ms. */
const SAME_MS = 1;

/** Finds the first difference, or null if there is none. Ignores outputs after the end of an incomplete recording. */
export function firstDifference(recorded: readonly Line[], replayed: readonly OutLine[]): Difference | null {
  const before = selectCompared(recorded);
  const now = selectCompared(replayed);
  const hasEnded = before.some(({ out }) => out === 'ended');
  const count = hasEnded ? Math.max(before.length, now.length) : before.length;
  for (let at = 0; at < count; at++) {
    const [was, is] = [before[at] ?? null, now[at] ?? null];
    if (was === null || is === null || !isSame(was, is)) return { recorded: was, replayed: is };
  }
  return null;
}

export function selectCompared(lines: readonly Line[]): readonly OutLine[] {
  return lines.filter((line) => 'out' in line && COMPARED.has(line.out) && !isNotReplayed(line)) as OutLine[];
}

function isNotReplayed({ out, v }: OutLine): boolean {
  return out === 'error' && NOT_REPLAYED.has((v as Outgoing['error']).code ?? '');
}

function isSame(was: OutLine, is: OutLine): boolean {
  const isNear = was.out === is.out && Math.abs(was.t - is.t) <= SAME_MS;
  return isNear && isDeepStrictEqual(toJson(was.v), withoutLaterKeys(toJson(is.v), was.v));
}

/** Keys that recordings of earlier versions lack. */
const LATER_KEYS = ['heard', 'functionSilenceMs'];

function withoutLaterKeys(value: unknown, recorded: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const missing = LATER_KEYS.filter((key) => key in value && !Object.hasOwn(Object(recorded), key));
  return missing.length === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([key]) => !missing.includes(key)));
}

/** Converts a value to the form it has when read from a file, without keys whose value is undefined. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
