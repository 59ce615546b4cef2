import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('THIRD-PARTY.md is made of the lockfile, and names every dependency', () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/third-party.mjs'), '--check']);
  const { dependencies } = JSON.parse(read('package.json')) as { readonly dependencies: object };
  const page = read('THIRD-PARTY.md');
  expect(Object.keys(dependencies).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

test('NOTICE says how the LGPL part of a dependency can be replaced, and no code of it is in the package', () => {
  expect(read('NOTICE')).toMatch(/libmpg123[^]*LGPL-2\.1[^]*replace/u);
  expect(read('dist/chunks/first.js')).toContain('const DECODER = "mpg123-decoder"');
});
