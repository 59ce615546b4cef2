/** Maximum width of a value on one line, in characters. */
const WIDTH = 100;

/** Formats a value as TypeScript, over several lines if it is long. Omits keys whose value is undefined. */
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

/** Formats a text in double quotes, without JavaScript line terminators, because it may be used in a comment. */
export function formatJson(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Formats a text in single quotes, or in double quotes if it contains single ones. */
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

/** Formats a key of an object. */
export function formatKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? key : formatText(key);
}
