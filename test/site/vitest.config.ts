import type { ViteUserConfig } from 'vitest/config';

/** The website of the docs, as `npm run docs:site` has built it. */
const config: ViteUserConfig = {
  test: {
    root: 'test/site',
    pool: 'forks',
    maxWorkers: 1,
    include: ['*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

export default config;
