// How the site reads Markdown that is written for GitHub.
import { relative } from 'node:path';
import { ROOT } from './entryPoints.mjs';
import { linkFrom } from './pages.mjs';

/** The anchor of a heading, as GitHub makes it. */
export function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Leads the links of a file to the pages of the site, and to the repository. */
export function withLinks(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const path = env.realPath ?? env.path;
    if (path === undefined) return; // A title alone.
    const file = relative(ROOT, path);
    for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open'))
      link.attrSet('href', linkFrom(file, link.attrGet('href')));
  });
}

/** Shows code that is indented as other code: in a frame, in which it scrolls. */
export function withFences(md) {
  md.core.ruler.push('fences', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block'))
      Object.assign(token, { type: 'fence', info: 'text', markup: '```' });
  });
}

const TITLE = /\[(?<title>[^\]]+)\]/u;

/** Puts two blocks of code that follow each other, and have titles (```ts [Antiphon]), side by side. */
export function withCodeBeside(md) {
  md.core.ruler.push('beside', (state) => {
    state.tokens = state.tokens.flatMap((token, index, all) => {
      const [follows, leads] = [isTitled(all[index - 1]), isTitled(all[index + 1])];
      if (!isTitled(token) || !(follows || leads)) return [token];
      const html = (content) => Object.assign(new state.Token('html_block', '', 0), { content });
      const { title } = TITLE.exec(token.info).groups;
      const opening = follows ? '' : '<div class="beside">';
      const closing = leads ? '' : '</div>';
      const head = `${opening}<div><p class="beside-title">${md.utils.escapeHtml(title)}</p>\n`;
      return [html(head), token, html(`</div>${closing}\n`)];
    });
  });
}

function isTitled(token) {
  return token?.type === 'fence' && TITLE.test(token.info);
}
