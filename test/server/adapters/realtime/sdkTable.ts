import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { peer, speaking, type Peer } from './peer.ts';
import { readSdkTypes } from './sdkTypes.ts';
import { collectServerEvents } from './collectServerEvents.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };
type Status = 'supported' | 'ignored' | 'refused';
type Answer = Event & { readonly error?: { readonly param: string | null }; readonly params?: readonly string[] };

/** A row of a table: the names in its cells, and the words of the last but one. */
interface Row {
  readonly names: readonly (readonly string[])[];
  readonly status: string;
}

const PAGE = readFileSync(new URL('../../../../docs/realtime.md', import.meta.url), 'utf8');
const CLIENT = sectionOf('Events of the client');
const SERVER = sectionOf('Events of the server');

const [EVENTS = [], ITEMS = [], FIELDS = []] = tablesOf(CLIENT);
const ITEM_ID = 'item_agent_u0.0';

/** An event of each type that has nothing that is refused. */
const MINIMAL: Readonly<Record<string, object>> = {
  'input_audio_buffer.append': { audio: '' },
  'conversation.item.create': {
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
  },
  'conversation.item.retrieve': { item_id: ITEM_ID },
  'conversation.item.delete': { item_id: ITEM_ID },
  'conversation.item.truncate': { item_id: ITEM_ID, content_index: 0, audio_end_ms: 100 },
  'session.update': { session: {} },
};
/** Values of fields that need more than a word. */
const VALUES: Readonly<Record<string, unknown>> = {
  'session.type': 'realtime',
  'session.audio.input.format': { type: 'audio/pcmu' },
  'session.audio.output.format': { type: 'audio/pcmu' },
  'session.output_modalities': ['audio'],
  'session.tools': [{ type: 'function', name: 'cart' }],
  'session.audio.input.turn_detection': { type: 'semantic_vad', eagerness: 'low' },
  response_id: 'resp_0',
};

/** Tests that the tables of docs/realtime.md have all that the types of an SDK have, and that they are true. */
export function comparesTheTable(name: string, types: URL): void {
  const sdk = readSdkTypes(readFileSync(types, 'utf8'));
  const events = sdk.events('RealtimeClientEvent');

  it(`docs/realtime.md has all events of a client of ${name}`, () => {
    const described = EVENTS.flatMap(({ names: [first = []] }) => first);
    expect(described.toSorted()).toEqual(events.map(({ type }) => type).toSorted());
  });

  it(`docs/realtime.md has all fields of them of ${name}`, () => {
    const isRow = (type: string, path: string): boolean =>
      fieldRows().some((row) => row.type === type && isBelow(row.path)(path));
    const leaves = events
      .filter(({ type }) => type !== 'conversation.item.delete')
      .flatMap(({ type, fields }) => leavesOf(fields.map(({ path }) => path)).map((path) => [type, path] as const));
    expect(leaves.filter(([type, path]) => !isRow(type, path))).toEqual([]);
    const known = new Set(events.flatMap(({ type, fields }) => fields.map(({ path }) => `${type} ${path}`)));
    expect(fieldRows().filter(({ type, path }) => !known.has(`${type} ${path}`))).toEqual([]);
  });

  it(`docs/realtime.md has all items of ${name}`, () => {
    const described = ITEMS.flatMap(({ names: [first = []] }) => first);
    expect(described.toSorted()).toEqual([...new Set(sdk.values('ConversationItem', 'type'))].toSorted());
  });

  it(`docs/realtime.md has all events of a server of ${name}`, () => {
    const described = new Set(namesIn(SERVER));
    expect(sdk.events('RealtimeServerEvent').filter(({ type }) => !described.has(type))).toEqual([]);
  });

  it(`an event of the server has the fields that ${name} requires`, () => {
    const required = new Map(
      sdk
        .events('RealtimeServerEvent')
        .map(({ type, fields }) => [
          type,
          fields.filter(({ path, isOptional }) => !isOptional && !path.includes('.')).map(({ path }) => path),
        ]),
    );
    const missing = collectServerEvents().flatMap((event) =>
      (required.get(event.type) ?? []).flatMap((field) => (field in event ? [] : [`${event.type} ${field}`])),
    );
    expect(missing).toEqual([]);
  });
}

/** Tests that what the tables say happens. */
export function provesTheTable(): void {
  it.each(EVENTS.flatMap(({ names: [first = []], status }) => first.map((type) => [type, status])))(
    'the event %s is %s',
    (type, status) => {
      expect(classify(speaking().sends({ type, ...MINIMAL[type] }))).toBe(status);
    },
  );

  it.each(fieldRows().map(({ type, path, status }) => [type, path, status] as const))(
    'of %s, the field %s is %s',
    (type, path, status) => {
      const event = { type, ...MINIMAL[type] };
      const present = valueAt(event, path);
      const given = present === undefined ? setAt(event, path.split('.'), VALUES[path] ?? 'some') : event;
      expect(classify(speaking().sends(given), isBelow(path))).toBe(status);
    },
  );

  it.each(ITEMS.flatMap(({ names: [first = []], status }) => first.map((type) => [type, status])))(
    'an item %s is %s',
    (type, status) => {
      const made = called();
      const item = { type, role: 'user', content: [{ type: 'input_text', text: 'hi' }], call_id: 'call_1', output: '' };
      expect(classify(made.sends({ type: 'conversation.item.create', item }))).toBe(status);
    },
  );

  it('the events of the server are those that it sends', () => {
    const [sent = '', never = ''] = SERVER.split('These are never sent');
    const types = new Set(collectServerEvents().map(({ type }) => type));
    const described = tablesOf(sent)[0]?.flatMap(({ names: [first = []] }) => first) ?? [];
    const rest = new Set(['function_call', 'function_call_output']);
    expect([...types].toSorted()).toEqual([...new Set(described.filter((name) => !rest.has(name)))].toSorted());
    expect(namesIn(never.split('\n\n')[0] ?? '').filter((name) => types.has(name))).toEqual([]);
  });
}

function called(): Peer {
  const made = peer({ updates: { instructions: false, tools: true, voices: [], functions: [] } });
  made.sends({ type: 'session.update', session: { tools: [{ type: 'function', name: 'cart' }] } });
  const call = { id: 'call_1', type: 'function' as const, function: { name: 'cart', arguments: '{}' } };
  made.gets({ type: 'agent.thinking', turn: 0 }, { type: 'function_calls.collected', function_calls: [call] });
  return made;
}

/** Says what has become of an event. `isAbout`: whether a path is that of what is asked for; undefined: the event itself. */
function classify(answers: readonly object[], isAbout?: (path: string) => boolean): Status {
  const events = answers as readonly Answer[];
  if (events.some(({ error }) => error !== undefined && (isAbout?.(String(error.param)) ?? true))) return 'refused';
  const isWarning = ({ type, params }: Answer): boolean =>
    type === 'antiphon.warning' && (params === undefined || (isAbout !== undefined && params.some(isAbout)));
  return events.some(isWarning) ? 'ignored' : 'supported';
}

function isBelow(path: string): (other: string) => boolean {
  return (other) => `${other}.`.startsWith(`${path}.`);
}

function fieldRows(): readonly { readonly type: string; readonly path: string; readonly status: string }[] {
  let type = '';
  return FIELDS.flatMap(({ names: [events = [], paths = []], status }) => {
    type = events[0] ?? type;
    return paths.map((path) => ({ type, path, status }));
  });
}

function leavesOf(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)));
}

function sectionOf(heading: string): string {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** The tables of a text, without their heads. */
function tablesOf(text: string): readonly (readonly Row[])[] {
  const parts = text.split('\n\n').map((part) => part.trim());
  return parts.filter((part) => part.startsWith('|')).map((table) => table.split('\n').slice(2).map(readRow));
}

function readRow(line: string): Row {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  return { names: cells.slice(0, -1).map(namesIn), status: cells.at(-2) ?? '' };
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(?<name>[\w.]+)`/gu)].map(({ groups }) => groups?.['name'] ?? '');
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

function setAt(value: object, [name = '', ...rest]: readonly string[], leaf: unknown): Event {
  const below = (value as Record<string, object | undefined>)[name] ?? {};
  return { ...value, [name]: rest.length === 0 ? leaf : setAt(below, rest, leaf) } as unknown as Event;
}
