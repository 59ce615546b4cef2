/** The width up to which a value stays on one line, in characters. */
const WIDTH = 100;

/** Writes a value as TypeScript, over several lines if it is long. Keys whose value is undefined are left out. */
export function formatLiteral(value: unknown, indent = ''): string {
  const line = formatLine(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${formatLiteral(item, inner)},\n`);
    return `[\n${items.join('')}${indent}]`;
  }
  const members = membersOf(value).map(
    ([key, member]) => `${inner}${formatKey(key)}: ${formatLiteral(member, inner)},\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

/** Writes a text in double quotes, on one line also for JavaScript: it may stand in a comment. */
export function formatJson(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Writes a text in single quotes, or in double ones if it has single ones. */
export function formatText(text: string): string {
  const json = formatJson(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function formatLine(value: unknown): string {
  if (typeof value === 'string') return formatText(value);
  if (value === Number.POSITIVE_INFINITY) return 'Infinity';
  if (Array.isArray(value)) return `[${value.map(formatLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = membersOf(value).map(([key, member]) => `${formatKey(key)}: ${formatLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Writes a key of an object. */
export function formatKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? key : formatText(key);
}
