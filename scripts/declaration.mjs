import { readFileSync } from 'node:fs';

const COMMENT = String.raw`/\*\*(?<doc>(?:(?!\*/)[^])*)\*/\s*`;
const MEMBER = new RegExp(`(?:${COMMENT})?^  readonly (?<name>\\w+)(?<optional>\\??):(?<type>[^;]+);`, 'gmu');

/** The TSDoc of an exported interface and its members. @throws Error if the file has no such interface with a doc comment */
export function declarationOf(file, type) {
  const text = readFileSync(file, 'utf8');
  const shape = new RegExp(`${COMMENT}export interface ${type}\\b[^{]*\\{(?<body>[^]*?)\\n\\}`, 'u').exec(text);
  if (shape === null) throw new Error(`${file}: expected \`export interface ${type}\` with a doc comment`);
  return { ...docOf(shape.groups.doc), members: [...shape.groups.body.matchAll(MEMBER)].map(memberOf) };
}

/** The names of the interfaces of settings that a file exports. Their members are read-only. */
export function settingsOf(file) {
  const declared = readFileSync(file, 'utf8').matchAll(/^export interface (\w+)[^{]*\{\n {2}(?:\/\*\*|readonly)/gmu);
  return [...declared].map(([, name]) => name);
}

function memberOf({ groups: { doc = '', name, optional, type } }) {
  return { ...docOf(doc), name, optional: optional === '?', type: oneLine(type).replace(/ \| undefined$/u, '') };
}

/** As the compiler writes a type: without the `|` before the first of several lines. */
function oneLine(type) {
  return type
    .trim()
    .replaceAll(/\s*\n\s*/gu, ' ')
    .replace(/^\| /u, '');
}

/** Prose and tags of a comment. */
function docOf(comment) {
  const [prose, ...tags] = comment.replaceAll(/\n\s*\* ?/gu, '\n').split(/(?:^|\s)@(?=\w)/u);
  const tag = (name) =>
    tags
      .find((text) => text.startsWith(`${name} `))
      ?.slice(name.length)
      .trim();
  return { text: prose.trim().replaceAll(/\s*\n\s*/gu, ' '), fallback: tag('default'), range: tag('range') };
}
