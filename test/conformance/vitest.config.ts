import type { ViteUserConfig } from 'vitest/config';

/** The fakes and the adapters, held against the vendors' own clients. */
const config: ViteUserConfig = {
  test: {
    root: 'test/conformance',
    pool: 'forks',
    include: ['*.test.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

export default config;
