import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const pages = execFileSync('git', ['ls-files', 'docs/*.md', 'README.md', 'CONTRIBUTING.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '');

/** A table, a picture, or HTML. */
const UNBROKEN = /^\s*(?:\||!\[|<)/u;

test.each(pages)('lines of prose have at most 120 characters: %s', (page) => {
  const prose = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^ *```[^]*?^ *```$/gmu, '');
  const long = prose.split('\n').filter((line) => line.length > 120 && !UNBROKEN.test(line));
  expect(long).toEqual([]);
});
