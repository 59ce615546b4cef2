import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROCESS_PHASES } from '../server/faults/processPhases.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const page = readFileSync(resolve(DOCS, 'faults.md'), 'utf8');

/** A test file of a row, and the names of tests in it. */
const NAMED = /\[[^\]]+\]\((?<file>[^)]+\.test\.ts)\)(?<titles>(?: "[^"]+")+)/gu;

const rows = page.split('\n').filter((line) => /^\| (?!Fault|Promise|Incident|-)/u.test(line));

/** Rows of the tables with phases. */
const faults = page.split('\n').filter((line) => /^\| (?!Fault|-)(?:[^|]+\|){4}$/u.test(line));

function countPhases(row: string): number {
  const phases = row.split(' | ')[1] ?? '';
  if (phases === 'all nine') return 9;
  return phases.split(' ').filter((phase) => ['L', 'T', 'S', 'start'].includes(phase)).length;
}

describe('the page of faults', () => {
  it('says how many faults it has, and how many with their phases', () => {
    const cases = faults.reduce((sum, row) => sum + countPhases(row), 0);
    expect(faults.filter((row) => countPhases(row) === 0)).toEqual([]);
    expect(page.replaceAll('\n', ' ')).toContain(`${faults.length} faults, ${cases} with each phase`);
    expect(cases).toBeGreaterThan(90);
  });

  it('names the nine phases of a process', () => {
    const names = Object.keys(PROCESS_PHASES);
    expect(names).toHaveLength(9);
    expect(names.filter((name) => !page.replaceAll('\n', ' ').includes(name))).toEqual([]);
  });

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
