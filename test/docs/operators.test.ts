import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fixtures from '../../src/testing/fixtures.ts';
import { alignmentIn, alignmentOf, FENCE, fenceOf, linesOf } from './diagrams.ts';

const ROOT = resolve(import.meta.dirname, '../..');
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
