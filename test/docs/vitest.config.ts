import type { ViteUserConfig } from 'vitest/config';

/** For those snippets of the docs that are tests themselves. */
const config: ViteUserConfig = {
  test: { include: ['*.test.js'], pool: 'forks' },
};

export default config;
