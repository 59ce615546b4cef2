import type { ViteUserConfig } from 'vitest/config';

/** The client that docs/server.md shows, generated, compiled and run against a server. */
const config: ViteUserConfig = {
  test: {
    root: 'test/openapi-client',
    pool: 'forks',
    include: ['*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

export default config;
