import type { ViteUserConfig } from 'vitest/config';

/** For those snippets of the docs that are tests themselves. */
const config: ViteUserConfig = {
  test: { root: '.cache/docs/built', include: ['*.test.js'], pool: 'forks' },
};

export default config;
