import type { Line, WrittenFunction } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { WrittenTts } from '../../../session/updates/sessionUpdate.ts';
import { updateIn, valueIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import type { TimedRequest } from './stream.ts';

/** What a recorded update needs beyond its line. */
export interface UpdateParts {
  /** The functions that replace those of the agent. Undefined: it changes none. */
  readonly functions: Readonly<Record<string, WrittenFunction>> | undefined;
  /** The index of its voice. Undefined: it changes none. */
  readonly voice: number | undefined;
}

/** An update that neither an answer nor a function has made, or that we cannot assign to one. */
export interface PlacedUpdate extends TimedRequest {
  /** The last turn of the user before it; null: none. */
  readonly turn: number | null;
  /** Since the commit of that turn, or the beginning, in ms. */
  readonly afterMs: number;
}

export interface RecordedUpdates {
  readonly parts: ReadonlyMap<SessionRequest, UpdateParts>;
  /** The voices of the session: that of the head, then those of the updates. */
  readonly voices: readonly WrittenTts[];
  readonly placed: readonly PlacedUpdate[];
}

/** Reads the updates of a recording. `made`: requests that answers and functions make again. */
export function readUpdates(
  lines: readonly Line[],
  first: WrittenTts,
  made: ReadonlySet<SessionRequest>,
): RecordedUpdates {
  const parts = new Map<SessionRequest, UpdateParts>();
  const voices = [first];
  const placed: PlacedUpdate[] = [];
  const known: Record<string, WrittenFunction> = {};
  let latest: { readonly turn: number | null } & Timed = { turn: null, atMs: 0 };
  for (const [n, line] of lines.entries()) {
    const turn = valueOut(line, 'userTurn')?.turn;
    if (turn !== undefined) latest = { turn, atMs: line.t };
    Object.assign(known, valueIn(line, 'functions'));
    const update = updateIn(line);
    if (update === undefined) continue;
    if (update.tts !== undefined) voices.push(update.tts.port);
    const voice = update.tts === undefined ? undefined : voices.length - 1;
    parts.set(update, { voice, functions: update.functions && findFunctions(lines.slice(n), update.functions, known) });
    if (!made.has(update))
      placed.push({ atMs: line.t, request: update, turn: latest.turn, afterMs: line.t - latest.atMs });
  }
  return { parts, voices, placed };
}

/** Finds functions with these names in the next line that has all of them; those that stay as they were have none. */
function findFunctions(
  lines: readonly Line[],
  names: readonly string[],
  before: Readonly<Record<string, WrittenFunction>>,
): UpdateParts['functions'] {
  const all = lines.map((line) => valueIn(line, 'functions')).filter((known) => known !== undefined);
  const known = all.find((one) => names.every((name) => Object.hasOwn(one, name))) ?? before;
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(known, name)).map((name) => [name, known[name] as WrittenFunction]),
  );
}
