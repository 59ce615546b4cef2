import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { createPatternCollector } from '../../scripts/lint/collectPatterns.mjs';

/** A regular expression in a source file. */
export interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
  /** Whether it is matched backwards from the end of a text only. */
  readonly isEnd: boolean;
}

/** A node of a syntax tree (ESTree). */
export interface SyntaxNode {
  readonly type: string;
}

/** Lists the regular expressions of a TypeScript file: those that stand there, and those that are made from texts. */
export function listPatterns(file: string): readonly Pattern[] {
  const patterns = createPatternCollector();
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }, file), patterns.take);
  return patterns.list().map(({ node, source, flags }) => ({ file, source, flags, isEnd: isEndPattern(node) }));
}

function isEndPattern(node: { readonly callee?: { readonly name?: string } }): boolean {
  return node.callee?.name === 'createEndPattern';
}

/** Calls `take` with each node of a syntax tree. */
export function visit(node: unknown, take: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) return node.forEach((child) => visit(child, take));
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) take(node as SyntaxNode);
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
