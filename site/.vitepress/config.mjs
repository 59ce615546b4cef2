import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { ROOT } from '../entryPoints.mjs';
import { slugify, withCodeBeside, withFences, withLinks } from '../markdown.mjs';
import { addressOf, api, decisions, EXCLUDED, guide, REPOSITORY } from '../pages.mjs';

const LOGO =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0e6e6e"/><path d="M4 11h24M4 21h24" stroke="#fff" stroke-width="2"/><circle cx="11" cy="11" r="4.5" fill="#fff"/><circle cx="21" cy="21" r="4.5" fill="#f0c26e"/></svg>',
  );

export default defineConfig({
  title: 'Antiphon',
  description: 'Voice sessions between a user and an AI agent as one RxJS graph.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: ROOT,
  srcExclude: EXCLUDED,
  rewrites: addressOf,
  outDir: resolve(ROOT, '.cache/site'),
  cacheDir: resolve(ROOT, '.cache/vitepress'),
  head: [['link', { rel: 'icon', href: LOGO }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light', dark: 'github-dark' },
    config: (md) => {
      md.use(withLinks);
      md.use(withCodeBeside);
      md.use(withFences);
    },
  },
  vite: {
    plugins: [vueOnTheServer()],
    publicDir: false,
    build: { chunkSizeWarningLimit: 5000 },
  },
  transformPageData: ({ relativePath }) =>
    relativePath.startsWith('from-') ? { frontmatter: { aside: false, pageClass: 'wide' } } : {},
  themeConfig: {
    logo: LOGO,
    nav: [
      { text: 'Docs', link: '/overview', activeMatch: '^/(?!api/|cookbook|changelog|$)' },
      { text: 'Cookbook', link: '/cookbook' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: { '/api/': api(), '/decisions/': decisions(), '/': guide() },
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { _render: renderPlain } },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    footer: { message: 'Apache-2.0' },
  },
});

/** Pages outside this folder find no packages: what they import of Vue, Node resolves when the pages are rendered. */
function vueOnTheServer() {
  return {
    name: 'vue-on-the-server',
    enforce: 'pre',
    resolveId: (id, _importer, { ssr }) =>
      ssr && /^vue(?:\/server-renderer)?$/u.test(id) ? { id, external: true } : null,
  };
}

/** Renders a page for the index of the search, which needs no colours in its code. */
function renderPlain(source, env, md) {
  const { highlight } = md.options;
  md.options.highlight = null;
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}
