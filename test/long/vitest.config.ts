import type { ViteUserConfig } from 'vitest/config';
import { LONG } from '../suites.ts';

/** What takes long and finds little: by hand, before a release. */
const config: ViteUserConfig = {
  test: {
    include: [...LONG],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    testTimeout: 900_000,
    hookTimeout: 600_000,
    restoreMocks: true,
  },
};

export default config;
