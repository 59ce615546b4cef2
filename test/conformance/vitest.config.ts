import type { ViteUserConfig } from 'vitest/config';

/** The fakes and the adapters, held against the vendors' own clients. */
const config: ViteUserConfig = {
  test: {
    root: 'test/conformance',
    pool: 'forks',
    // On machines with two cores too: the longest wait for conversations in real time.
    maxWorkers: 3,
    include: ['*.test.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

export default config;
