import { isDeepStrictEqual } from 'node:util';
import type { Line, Outgoing, OutLine } from '../../record/format.ts';

/** The first thing that was told otherwise; null on the side that told nothing more. */
export interface Difference {
  readonly recorded: OutLine | null;
  readonly replayed: OutLine | null;
}

/** What a user, a client or the developer's handlers notice; all else only explains it. */
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

/** Reported by parts that are not there when a recording is replayed, or because of the date. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  'event_handler_failed',
  'setting_unsupported',
  'model_ends',
  'recording_failed',
  'teardown_failed',
]);

/** Times within this are the same, in ms. */
const SAME_MS = 1;

/** Where two tellings of a session part; null where they do not. What a recording that breaks off did not tell any more is none. */
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

/** What is noticed of a session, in its order. */
export function selectCompared(lines: readonly Line[]): readonly OutLine[] {
  return lines.filter((line) => 'out' in line && COMPARED.has(line.out) && !isNotReplayed(line)) as OutLine[];
}

function isNotReplayed({ out, v }: OutLine): boolean {
  return out === 'error' && NOT_REPLAYED.has((v as Outgoing['error']).code ?? '');
}

function isSame(was: OutLine, is: OutLine): boolean {
  return was.out === is.out && Math.abs(was.t - is.t) <= SAME_MS && isDeepStrictEqual(toJson(was.v), toJson(is.v));
}

/** As it is read from a file: without keys whose value is undefined. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
