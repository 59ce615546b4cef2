import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fixtures from '../../src/testing/fixtures.ts';

/** One line of a marble: what flows, and the column of its instant 0. */
interface Line {
  readonly diagram: string;
  readonly column: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const FENCE = /```(?:text)?\n([^`]*)```/;
const LINE = /^\w+(?: \w+)? {2,}(\S+)(?: {3,}.*)?$/;
const SNIPPET = /^```ts runnable\n([^]*?)^```$/gm;
const IMPORTED = /import \{([^}]*)\} from 'antiphon\/testing'/;
const LETTERS: readonly string[] = [...Object.keys(fixtures), 'silence', 'voiced'];

const operators = readdirSync(resolve(ROOT, 'operators'))
  .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
  .map((file) => file.slice(0, -'.ts'.length));

test('there are operators', () => expect(operators).toContain('endpointing'));

describe.each(operators)('the marble of %s', (name) => {
  const marble = fenceOf(read(`operators/${name}.ts`).replaceAll(/^ \* ?/gm, ''));
  const page = read(`docs/operators/${name}.md`);

  test('has an input and an output', () => expect(linesOf(marble).length).toBeGreaterThan(1));

  test('opens its page, below the signature', () => expect(fenceOf(page.replace(FENCE, ''))).toBe(marble));

  test('runs on its page, aligned, in letters of antiphon/testing', () => {
    const snippets = [...page.matchAll(SNIPPET)].map(([, code = '']) => code).filter(usesLetters);
    expect(snippets.map((code) => alignmentIn(code, marble))).toContainEqual(alignmentOf(marble));
  });

  test('is its first test, aligned', () => {
    expect(alignmentIn(firstTest(read(`test/operators/${name}.test.ts`)), marble)).toEqual(alignmentOf(marble));
  });
});

function read(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8');
}

function fenceOf(text: string): string {
  return FENCE.exec(text)?.[1] ?? '';
}

function firstTest(source: string): string {
  return source.split(/^ *(?:it|test)[.(]/m)[1] ?? '';
}

function usesLetters(code: string): boolean {
  const names =
    IMPORTED.exec(code)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  return names.includes('marbles') && names.some((name) => LETTERS.includes(name));
}

/** How far each line of the marble begins to the right of its first. */
function alignmentOf(marble: string): Readonly<Record<string, number>> {
  return alignment(linesOf(marble));
}

/** The same of the strings of the code that hold those lines; `NaN` where none does. */
function alignmentIn(code: string, marble: string): Readonly<Record<string, number>> {
  return alignment(linesOf(marble).map(({ diagram }) => ({ diagram, column: columnOf(code, diagram) })));
}

function alignment(lines: readonly Line[]): Readonly<Record<string, number>> {
  const first = lines[0]?.column ?? Number.NaN;
  return Object.fromEntries(lines.map(({ diagram, column }) => [diagram, column - first]));
}

function linesOf(marble: string): readonly Line[] {
  return marble.split('\n').flatMap((line) => {
    const diagram = LINE.exec(line)?.[1];
    return diagram === undefined ? [] : [{ diagram, column: line.indexOf(` ${diagram}`) + 1 }];
  });
}

function columnOf(code: string, diagram: string): number {
  const columns = code.split('\n').map((line) => line.search(new RegExp(`(?<=['\` ])${literal(diagram)}['\`]`)));
  return columns.find((column) => column >= 0) ?? Number.NaN;
}

function literal(text: string): string {
  return text.replaceAll(/[()|.^]/g, String.raw`\$&`);
}
