import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/core/errors.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(resolve(ROOT, page), 'utf8');

/** Pages that define nothing: codes, settings and events are those of other pages. */
const DERIVED = ['docs/cookbook.md', 'docs/troubleshooting.md'];
const defining = execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !DERIVED.includes(page) && !page.startsWith('docs/from-'))
  .map(read)
  .join('\n');
/** Names of others. */
const FOREIGN = ['max_completion_tokens'];

test.each(DERIVED)('%s names only codes and settings that other pages have', (page) => {
  const prose = read(page).replaceAll(/^```[^]*?^```$/gmu, '');
  const names = [...prose.matchAll(/`(?<name>[a-z]+(?:_[a-z]+)+)\b/gu)].map(({ groups }) => groups?.['name'] ?? '');
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !defining.includes(name) && !FOREIGN.includes(name))).toEqual([]);
});

test('docs/troubleshooting.md has every error code', () => {
  const page = read('docs/troubleshooting.md');
  expect(Object.keys(ERROR_CODES).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
