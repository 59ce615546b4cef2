import type { Line, WrittenFunction } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { WrittenTts } from '../../../session/sessionUpdate.ts';
import { updateIn, valueIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import type { TimedRequest } from './stream.ts';

/** The parts of a recorded update that its line does not contain. */
export interface UpdateParts {
  /** The functions that replace the agent's. Undefined if the update keeps them. */
  readonly functions: Readonly<Record<string, WrittenFunction>> | undefined;
  /** The index of the update's voice. Undefined if the update keeps the voice. */
  readonly voice: number | undefined;
}

/** An update made by neither an answer nor a function, or that cannot be assigned to one. */
export interface PlacedUpdate extends TimedRequest {
  /** The last turn of the user before it, or null. */
  readonly turn: number | null;
  /** Time since the commit of that turn, or since the beginning, in ms. */
  readonly afterMs: number;
}

export interface RecordedUpdates {
  readonly parts: ReadonlyMap<SessionRequest, UpdateParts>;
  /** The voices of the session: the head's, then those of the updates. */
  readonly voices: readonly WrittenTts[];
  readonly placed: readonly PlacedUpdate[];
}

/** Reads the updates in a recording. `made` contains the requests that answers and functions repeat. */
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
    const { turn, request } = valueOut(line, 'userTurn') ?? {};
    if (turn !== undefined && request === undefined) latest = { turn, atMs: line.t };
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

/** Finds functions with these names in the next line that has all of them. Unchanged functions have no such line. */
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
