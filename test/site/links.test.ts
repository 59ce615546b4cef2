import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SITE = resolve(import.meta.dirname, '../../.cache/site');

interface BuiltPage {
  readonly path: string;
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly html: string;
}

const files = new Set(
  readdirSync(SITE, { recursive: true, encoding: 'utf8' }).map((file) => `/${file.replaceAll('\\', '/')}`),
);
const pages = new Map([...files].filter((file) => file.endsWith('.html')).map((path) => [path, read(path)]));

test('the pages of docs and of the API are built', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['/index.html', '/overview.html', '/operators/vad.html', '/api/antiphon.html']),
  );
});

test('every link leads to a page and a heading that exist', () => {
  expect([...pages.values()].flatMap(deadLinks)).toEqual([]);
});

test('every page has an entry in a sidebar', () => {
  const sidebars = ['/overview.html', '/decisions/index.html', '/api/index.html'].flatMap(linksOfSidebar);
  const entered = new Set(['/index.html', '/404.html', '/overview.html', ...sidebars]);
  expect([...pages.keys()].filter((path) => !entered.has(path))).toEqual([]);
});

test('nothing is loaded from another host', () => {
  const foreign =
    /<(?:script|img|iframe|source)[^>]*\ssrc="(?:https?:)?\/\/[^"]*"|<link[^>]*\shref="(?:https?:)?\/\/[^"]*"/gu;
  expect(
    [...pages.values()].flatMap(({ path, html }) => (html.match(foreign) ?? []).map((tag) => [path, tag])),
  ).toEqual([]);
});

test('every block of code is in a frame, in which it scrolls', () => {
  const bare = [...pages.values()].filter(({ html }) => /<pre(?![^>]*class="shiki)/u.test(html));
  expect(bare.map(({ path }) => path)).toEqual([]);
});

function deadLinks(page: BuiltPage): readonly string[] {
  return page.links.filter((link) => !leadsSomewhere(page, link)).map((link) => `${page.path}: ${link}`);
}

function leadsSomewhere(page: BuiltPage, link: string): boolean {
  if (/^[a-z]+:/u.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : addressOf(page, path);
  if (anchor === undefined || anchor === '') return files.has(target);
  return pages.get(target)?.anchors.has(decodeURIComponent(anchor)) ?? false;
}

function addressOf(page: BuiltPage, path: string): string {
  const address = posix.resolve(posix.dirname(page.path), decodeURIComponent(path));
  return path.endsWith('/') ? posix.join(address, 'index.html') : address;
}

function linksOfSidebar(path: string): readonly string[] {
  const page = pages.get(path);
  const sidebar = /<aside class="VPSidebar"[^]*?<\/aside>/u.exec(page?.html ?? '')?.[0] ?? '';
  return page === undefined ? [] : linksOf(sidebar).map((link) => addressOf(page, link));
}

function read(path: string): BuiltPage {
  const html = readFileSync(resolve(SITE, `.${path}`), 'utf8');
  const anchors = new Set([...html.matchAll(/\sid="(?<id>[^"]+)"/gu)].map(({ groups }) => unescaped(groups?.['id'])));
  return { path, anchors, links: linksOf(html), html };
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/<a\s[^>]*?href="(?<href>[^"]*)"/gu)].map(({ groups }) => unescaped(groups?.['href']));
}

function unescaped(text = ''): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
