import { createRequire } from 'node:module';
import type { ClientRequest, FakeServer } from '../fakes/kit/fake.ts';

/** Where our adapter means to differ from the vendor's client. */
export interface Deviation {
  /** Of a field, or of all below it: `upgrade.query.connectionId`. */
  readonly where: string;
  readonly why: string;
}

/**
 * Compares the messages of the vendor's client with those of our adapter, item by item and field by field. It throws with both
 * sides of each difference that is no deviation, and for each deviation that does not occur.
 */
export function sameWire(
  sdkSaid: readonly unknown[],
  weSaid: readonly unknown[],
  deviations: readonly Deviation[],
): void {
  const differences = differencesOf(sdkSaid, weSaid);
  const unmeant = differences.filter(({ path }) => !deviations.some(({ where }) => covers(where, path)));
  const unseen = deviations.filter(({ where }) => !differences.some(({ path }) => covers(where, path)));
  const faults = [
    ...unmeant.map(
      ({ item, path, sdk: theirs, ours }) => `${item}: ${path}\n  SDK   ${shown(theirs)}\n  ours  ${shown(ours)}`,
    ),
    ...unseen.map(({ where, why }) => `does not deviate: ${where} (${why})`),
  ];
  if (faults.length > 0) throw new Error(`not the same on the wire:\n${faults.join('\n')}`);
}

/**
 * The messages of clients to a server: each request as `{ upgrade: … }` or `{ request: … }` without the headers that every client
 * sets in its own way, and behind them each frame as `{ frame: … }`.
 *
 * @param read parses a frame or a request's body; by default what is JSON is parsed
 */
export function wireOf(
  { requests: doors, log }: FakeServer,
  read: (frame: string | Uint8Array) => unknown = parsed,
): readonly unknown[] {
  const frames = log.filter(({ from }) => from === 'client').map(({ frame }) => ({ frame: read(frame) }));
  return [...doors.map((door) => ({ [door.kind]: { ...upgradeOf(door), body: read(door.body) } })), ...frames];
}

/** The package of a vendor's client, as installed for these tests. */
export function sdk(name: string): unknown {
  return createRequire(import.meta.url)(name);
}

const CLIENTS_OWN =
  /^(host|connection|upgrade|user-agent|accept.*|content-length|transfer-encoding|cache-control|pragma|origin|sec-(websocket-(key|version|extensions)|fetch-.*)|x-stainless-.*|priority)$/u;

function upgradeOf({ method, path, query, headers }: ClientRequest): object {
  const ownHeaders = Object.entries(headers).filter(([name]) => !CLIENTS_OWN.test(name));
  return { method, path, query: grouped(query), headers: Object.fromEntries(ownHeaders) };
}

/** A name that stands more than once has all its values. */
function grouped(query: ClientRequest['query']): Readonly<Record<string, string | readonly string[]>> {
  const names = [...new Set(query.map(([name]) => name))];
  const values = (wanted: string): readonly string[] =>
    query.flatMap(([name, value]) => (name === wanted ? [value] : []));
  return Object.fromEntries(
    names.map((name) => [name, values(name).length === 1 ? (values(name)[0] ?? '') : values(name)]),
  );
}

function parsed(frame: string | Uint8Array): unknown {
  const text = typeof frame === 'string' ? frame : Buffer.from(frame).toString();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return frame;
  }
}

interface Difference {
  readonly item: number;
  readonly path: string;
  readonly sdk: unknown;
  readonly ours: unknown;
}

function differencesOf(sdkSaid: readonly unknown[], weSaid: readonly unknown[]): readonly Difference[] {
  return Array.from({ length: Math.max(sdkSaid.length, weSaid.length) }, (_, item) => {
    const [theirs, ours] = [fieldsOf(sdkSaid[item]), fieldsOf(weSaid[item])];
    const paths = [...new Set([...theirs.keys(), ...ours.keys()])];
    return paths
      .filter((path) => shown(theirs.get(path)) !== shown(ours.get(path)))
      .map((path) => ({ item, path, sdk: theirs.get(path), ours: ours.get(path) }));
  }).flat();
}

/** Every value that has no further fields, by its path. */
function fieldsOf(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
    return new Map(value === undefined ? [] : [[path, value]]);
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return new Map([[path, value]]);
  return new Map(fields.flatMap(([name, field]) => [...fieldsOf(field, path === '' ? name : `${path}.${name}`)]));
}

function covers(where: string, path: string): boolean {
  return path === where || path.startsWith(`${where}.`);
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes ${Buffer.from(value).toString('hex')}`;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
