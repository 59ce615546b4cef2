import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCS = resolve(import.meta.dirname, '../../docs');
const page = readFileSync(resolve(DOCS, 'faults.md'), 'utf8');

/** A test file of a row, and the names of tests in it. */
const NAMED = /\[[^\]]+\]\((?<file>[^)]+\.test\.ts)\)(?<titles>(?: "[^"]+")+)/gu;

const rows = page.split('\n').filter((line) => /^\| (?!Fault|Promise|Incident|-)/u.test(line));

describe('the page of faults', () => {
  it('has a row for each fault', () => expect(rows.length).toBeGreaterThan(50));

  it.each(rows.map((row) => [row.split(' | ')[0]?.slice(2), row] as const))('%s: its tests exist', (_, row) => {
    const named = [...row.matchAll(NAMED)].flatMap(({ groups: { file = '', titles = '' } = {} }) =>
      [...titles.matchAll(/"([^"]+)"/gu)].map(([, title = '']) => ({ file, title })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ file, title }) => !holds(resolve(DOCS, file), title))).toEqual([]);
  });
});

function holds(file: string, title: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(title);
}
