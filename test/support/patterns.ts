import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression in a source file. */
export interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Lists the regular expressions that stand in a TypeScript file. */
export function listPatterns(file: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }, file), (node) => {
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) patterns.push({ file, source: regex.pattern, flags: regex.flags });
  });
  return patterns;
}

function visit(node: unknown, take: (node: object) => void): void {
  if (Array.isArray(node)) return node.forEach((child) => visit(child, take));
  if (typeof node !== 'object' || node === null) return;
  take(node);
  for (const child of Object.values(node)) visit(child, take);
}

/** Texts of a length that are hard to match, under what they are of: one part, again and again. */
export function hostileTexts(length: number): ReadonlyMap<string, string> {
  return new Map(PARTS.map((part) => [part, part.repeat(Math.ceil(length / part.length)).slice(0, length)]));
}

const PARTS = [
  'a',
  'A',
  '1',
  ' ',
  '\n',
  '\t',
  '.',
  ',',
  '-',
  '_',
  '/',
  ':',
  '@',
  '=',
  '"',
  "'",
  '<',
  '(',
  '[',
  '{',
  '*',
  '`',
  '~',
  '#',
  '&',
  '?',
  '漢',
  '。',
  'ー',
  'é',
  'a ',
  'a.',
  '1,',
  'a:',
  'a@',
  '//',
  '<a',
  '](',
  '**',
  'key=',
  'Bearer ',
  'a-',
  '1.',
  "a'",
  '🙂',
  'key : ',
];

/** Whether a pattern repeats a group without end that begins with what it repeats itself: the same text then matches in many ways. */
export function findNested(source: string): boolean {
  const groups: { repeats: boolean; isOpen: boolean }[] = [];
  let isAtomFirst = true;
  for (let at = 0; at < source.length; ) {
    const atom = ATOM.exec(source.slice(at))?.[0] ?? source[at] ?? '';
    at += atom.length;
    if (atom.startsWith('(')) {
      groups.push({ repeats: false, isOpen: true });
      isAtomFirst = true;
      continue;
    }
    if (atom === '|') {
      isAtomFirst = true;
      continue;
    }
    const closed = atom === ')' ? groups.pop() : undefined;
    const [quantifier = ''] = /^(?:[*+]|\{\d+,\})/u.exec(source.slice(at)) ?? [];
    if (quantifier !== '' && closed?.repeats === true) return true;
    const group = groups.at(-1);
    if (group !== undefined && isAtomFirst && quantifier !== '') group.repeats = true;
    if (closed?.repeats === true && isAtomFirst && group !== undefined) group.repeats = true;
    at += quantifier.length;
    isAtomFirst = false;
  }
  return false;
}

/** The beginning of a group, a class, an escape or one character. */
const ATOM =
  /^(?:\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\[(?:\\.|[^\]\\])*\]|\\(?:[pPk](?:\{[^}]*\}|<[^>]*>)|u\{[^}]*\}|.)|[^])/u;
