import { readFileSync } from 'node:fs';

const COMMENT = String.raw`/\*\*(?<doc>(?:(?!\*/)[^])*)\*/\s*`;
const MEMBER = new RegExp(`(?:${COMMENT})?readonly (?<name>\\w+)(?<optional>\\??): (?<type>[^;]+);`, 'gu');

/** The TSDoc of an interface and its members, as emitted into `dist`. */
export function declarationOf(file, type) {
  const text = readFileSync(`dist/${file}.d.ts`, 'utf8');
  const shape = new RegExp(`${COMMENT}export interface ${type}\\b[^{]*\\{(?<body>[^]*?)\\n\\}`, 'u').exec(text);
  if (shape === null) throw new Error(`${file}: no documented interface ${type}`);
  return { ...docOf(shape.groups.doc), members: [...shape.groups.body.matchAll(MEMBER)].map(memberOf) };
}

function memberOf({ groups: { doc = '', name, optional, type } }) {
  return { ...docOf(doc), name, optional: optional === '?', type: type.replace(/ \| undefined$/u, '') };
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
