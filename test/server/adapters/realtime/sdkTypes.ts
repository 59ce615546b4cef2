/** A field of an event, as the types of the SDK have it. */
export interface Field {
  /** Such as `session.audio.input.format`. */
  readonly path: string;
  readonly isOptional: boolean;
}

/** An event of the SDK's types. */
export interface SdkEvent {
  readonly type: string;
  /** Its fields and those below them, without `type` and `event_id`. Lists have no fields below. */
  readonly fields: readonly Field[];
}

/** The types of `openai/resources/realtime/realtime.d.ts`. */
export interface SdkTypes {
  /** The members of a union of events. */
  events(union: string): readonly SdkEvent[];
  /** The values of a field in the members of a union. */
  values(union: string, field: string): readonly string[];
}

interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}

interface Declared {
  readonly interfaces: ReadonlyMap<string, readonly Member[]>;
  readonly aliases: ReadonlyMap<string, string>;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** What was read of the lines before. A scope without a name is of nothing that is kept. */
interface Reading {
  readonly interfaces: Map<string, Member[]>;
  readonly aliases: Map<string, string>;
  readonly scope: string[];
}

/** The forms of a line. The first that fits counts. */
const LINES: readonly (readonly [form: RegExp, read: (groups: Groups, reading: Reading) => void])[] = [
  [/^(?:export )?type (?<name>\w+) = (?<type>.*);$/u, addAlias],
  [/^(?:export )?(?:declare )?(?<kind>interface|namespace) (?<name>\w+) \{(?<end>\}?)$/u, openScope],
  [/^(?<name>\w+)(?<optional>\?)?: (?<type>.*);$/u, addMember],
  [/^(?<name>\w+)(?<optional>\?)?: (?<type>\{)$/u, addMember],
  [/\{$/u, (_, { scope }) => void scope.push('')],
  [/^\}/u, (_, { scope }) => void scope.pop()],
];

function addAlias({ name = '', type = '' }: Groups, { aliases, scope }: Reading): void {
  aliases.set([...scope, name].join('.'), type);
}

function openScope({ kind, name = '', end }: Groups, { interfaces, scope }: Reading): void {
  scope.push(name);
  if (kind === 'interface') interfaces.set(scope.join('.'), []);
  if (end === '}') scope.pop();
}

function addMember({ name = '', type = '', optional }: Groups, { interfaces, scope }: Reading): void {
  interfaces.get(scope.join('.'))?.push({ name, type, isOptional: optional === '?' });
  if (type === '{') scope.push('');
}

/** Reads types that a generator has written: one member a line. */
export function readSdkTypes(text: string): SdkTypes {
  const declared = parse(text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').split('\n'));
  const membersOf = (name: string): readonly Member[] => declared.interfaces.get(name) ?? [];
  const listMembers = (union: string): readonly string[] => split(declared.aliases.get(union) ?? union);
  return {
    events: (union) =>
      listMembers(union).map((name) => {
        const type = membersOf(name).find((member) => member.name === 'type')?.type ?? '';
        const fields = fieldsOf(name, declared).filter(({ path }) => path !== 'type' && path !== 'event_id');
        return { type: unquote(type), fields };
      }),
    values: (union, field) =>
      listMembers(union).flatMap((name) =>
        membersOf(name)
          .filter((member) => member.name === field)
          .flatMap(({ type }) => split(type).map(unquote)),
      ),
  };
}

function parse(lines: readonly string[]): Declared {
  const reading: Reading = { interfaces: new Map(), aliases: new Map(), scope: [] };
  for (const line of lines.map((one) => one.trim())) {
    const [form, read] = LINES.find(([pattern]) => pattern.test(line)) ?? [];
    read?.(form?.exec(line)?.groups ?? {}, reading);
  }
  return reading;
}

function fieldsOf(name: string, declared: Declared, path = ''): readonly Field[] {
  const members = declared.interfaces.get(name) ?? [];
  return members.flatMap((member) => {
    const place = `${path}${member.name}`;
    const below = resolve(member.type, declared).flatMap((type) => fieldsOf(type, declared, `${place}.`));
    const own: Field = { path: place, isOptional: member.isOptional };
    return [own, ...below.filter((field, at) => below.findIndex((one) => one.path === field.path) === at)];
  });
}

/** The names of the interfaces of a type. */
function resolve(type: string, { interfaces, aliases }: Declared): readonly string[] {
  return split(type).flatMap((name) => {
    if (interfaces.has(name)) return [name];
    const alias = aliases.get(name);
    return alias === undefined ? [] : resolve(alias, { interfaces, aliases });
  });
}

function split(union: string): readonly string[] {
  return union.split(' | ').map((name) => name.replace(/^\w+API\./u, ''));
}

function unquote(literal: string): string {
  return literal.replaceAll("'", '');
}
