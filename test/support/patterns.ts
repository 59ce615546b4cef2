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
  let isNested = false;
  let at = 0;
  const read = (pattern: RegExp): string => {
    const found = pattern.exec(source.slice(at))?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Reads up to the end of a group. Returns whether one of its alternatives begins with something that is repeated. */
  const readGroup = (): boolean => {
    let [repeats, isFirst] = [false, true];
    while (at < source.length) {
      const atom = read(ATOM);
      if (atom === ')') break;
      const inner = atom.startsWith('(') && readGroup();
      const quantifier = read(UNBOUNDED);
      isNested ||= inner && quantifier !== '';
      repeats ||= isFirst && (inner || quantifier !== '');
      isFirst = atom === '|';
    }
    return repeats;
  };
  readGroup();
  return isNested;
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/u;

/** The beginning of a group, a class, an escape or one character. */
const ATOM =
  /^(?:\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\[(?:\\.|[^\]\\])*\]|\\(?:[pPk](?:\{[^}]*\}|<[^>]*>)|u\{[^}]*\}|.)|[^])/u;
