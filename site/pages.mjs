// The pages of the site: where each file is found, and the order in which docs/index.md has them.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { entryPoints, ROOT } from './entryPoints.mjs';

export const REPOSITORY = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))
  .repository.url.replace(/^git\+/u, '')
  .replace(/\.git$/u, '');

const ADDRESSES = {
  'site/index.md': 'index.md',
  'docs/index.md': 'overview.md',
  'docs/decisions/README.md': 'decisions/index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
};

/** Everything but the pages. */
export const EXCLUDED = ['!(docs|site)/**/*', '!(CHANGELOG|CONTRIBUTING).md', 'site/!(api)/**/*', 'site/!(index).md'];

/** The place in the site of a file of the repository. `undefined`: it is no page. */
export function addressOf(file) {
  if (!file.endsWith('.md')) return undefined;
  return ADDRESSES[file] ?? /^(?:docs|site(?=\/api\/))\/(?<page>.+)$/u.exec(file)?.groups.page;
}

/** Converts a link of a file: to the page of the site, or to the file in the repository. Throws if it leads nowhere. */
export function linkFrom(file, link) {
  const { path, anchor } = /^(?<path>[^#]*)(?<anchor>.*)$/u.exec(link).groups;
  if (/^[a-z]+:|^\/|^$/iu.test(path)) return link;
  const target = relative(ROOT, resolve(ROOT, dirname(file), path));
  if (!existsSync(resolve(ROOT, target))) throw new Error(`${file}: nothing is at ${link}`);
  const address = addressOf(target);
  if (address !== undefined) return `/${address}${anchor}`;
  const kind = statSync(resolve(ROOT, target)).isDirectory() ? 'tree' : 'blob';
  return `${REPOSITORY}/${kind}/main/${target}${anchor}`;
}

/** Groups of pages, as the chapter "All pages" of docs/index.md lists them. */
export function guide() {
  const chapter = readFileSync(resolve(ROOT, 'docs/index.md'), 'utf8').split(/^## All pages$/mu)[1];
  return chapter
    .split(/^- /mu)
    .slice(1)
    .map(group)
    .filter(({ items }) => items.length > 0);
}

function group(text) {
  const [name, ...rest] = text.split(':');
  const links = [...rest.join(':').matchAll(/\[(?<title>[^\]]+)\]\((?<link>[^)]+)\)/gu)].map(({ groups }) => groups);
  const items = links.flatMap(({ title, link }) => {
    const address = addressOf(posix.join('docs', link));
    return address === undefined ? [] : [{ text: isName(link) ? title : capitalized(title), link: `/${address}` }];
  });
  return { text: name.replace(/^\[(.*)\].*$/u, '$1'), items, collapsed: items.length > 8 };
}

function isName(link) {
  return link.startsWith('operators/');
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function decisions() {
  const files = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((file) => /^\d/u.test(file))
    .sort();
  const items = files.map((file) => ({ text: titleOf(`docs/decisions/${file}`), link: `/decisions/${file}` }));
  return [{ text: 'Decisions', link: '/decisions/', items }];
}

export function api() {
  return [
    {
      text: 'API',
      link: '/api/',
      items: entryPoints.map(({ path, page }) => ({ text: path, link: `/api/${page}.md` })),
    },
  ];
}

function titleOf(file) {
  return /^# (?<title>.+)$/mu.exec(readFileSync(resolve(ROOT, file), 'utf8')).groups.title.replaceAll('`', '');
}
