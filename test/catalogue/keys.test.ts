import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const HERE = new URL('.', import.meta.url);
const PAGE = readFileSync(new URL('../../docs/turn-cases.md', HERE), 'utf8');
const KEYS = [...numbered('P', 38), ...numbered('L', 32), ...numbered('D', 14)];

const [shown = '', excluded = ''] = PAGE.split('## What cannot occur here');

test('the page speaks of every case, once', () => {
  const listed = [...linesOf(shown).keys(), ...linesOf(excluded).keys()];
  expect(listed.toSorted()).toEqual(KEYS.toSorted());
});

describe('each case is shown where the page says, or cannot occur', () => {
  const titled = keysByFile();

  test.each(KEYS)('%s', (key) => {
    const files = [...titled].filter(([, keys]) => keys.has(key)).map(([file]) => file);
    const line = linesOf(shown).get(key);
    expect(
      line === undefined ? [] : [...line.matchAll(/catalogue\/(\w+\.test\.ts)/gu)].map(([, file]) => file),
    ).toEqual(files);
    expect(files.length > 0 || linesOf(excluded).has(key)).toBe(true);
  });
});

function numbered(letter: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);
}

/** What is said of each key. */
function linesOf(part: string): ReadonlyMap<string, string> {
  const items = part.split(/^- /mu).map((item) => item.split('\n\n')[0] ?? '');
  const found = items.flatMap((item): [string, string][] => {
    const key = /^\*\*([PLD]\d+)\*\*/u.exec(item)?.[1];
    return key === undefined ? [] : [[key, item]];
  });
  if (new Set(found.map(([key]) => key)).size < found.length) throw new Error('the page speaks of a case twice');
  return new Map(found);
}

/** The keys with which the titles of each file begin. */
function keysByFile(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = readdirSync(HERE).filter((file) => file.endsWith('.test.ts') && file !== 'keys.test.ts');
  return new Map(
    files.map((file) => {
      const source = readFileSync(new URL(file, HERE), 'utf8');
      const titles = [...source.matchAll(/\(\s*'((?:[PLD]\d+ )+)/gu)].map(([, keys = '']) => keys.trim().split(' '));
      return [file, new Set(titles.flat())];
    }),
  );
}
