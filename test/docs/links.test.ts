import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, withoutCode } from './markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LINK = /\]\((?<target>(?!https?:|mailto:)[^)\s]+)\)/gu;

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !page.startsWith('test/') && existsSync(resolve(ROOT, page)));

test('there are pages', () => expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/index.md'])));

test.each(pages)('%s links to files and headings that exist', (page) => {
  expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

test('docs/index.md leads to every page of docs', () => {
  const linked = new Set(linksOf('docs/index.md').map((link) => join('docs', link.replace(/#.*/u, ''))));
  const below = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
  const missing = below.filter((page) => page !== 'docs/index.md' && !linked.has(page));
  expect(missing.map((page) => `${page}: link it in "All pages" of docs/index.md`)).toEqual([]);
});

test('the chapter "All pages" of docs/index.md, the sidebar of the site, has every page once', () => {
  const chapter = read('docs/index.md').split(/^## All pages$/mu)[1] ?? '';
  const entries = [...chapter.matchAll(LINK)].map(({ groups }) => join('docs', groups?.['target'] ?? ''));
  const below = pages.filter((page) => /^docs\/(?!index\.md|decisions\/\d)/u.test(page));
  expect(entries.toSorted()).toEqual([...below, 'CHANGELOG.md', 'CONTRIBUTING.md'].toSorted());
});

test('docs/decisions/README.md lists every record', () => {
  const listed = new Set(linksOf('docs/decisions/README.md').map((link) => join('docs/decisions', link)));
  expect(pages.filter((page) => /^docs\/decisions\/\d/u.test(page) && !listed.has(page))).toEqual([]);
});

function linksOf(page: string): readonly string[] {
  return [...withoutCode(read(page)).matchAll(LINK)].map(({ groups }) => groups?.['target'] ?? '');
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(resolve(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor);
}

function read(page: string): string {
  return readFileSync(resolve(ROOT, page), 'utf8');
}
