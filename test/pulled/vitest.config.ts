import type { ViteUserConfig } from 'vitest/config';

/** `npm run test:models`: the models that are pulled on this machine, one after the other. */
const config: ViteUserConfig = {
  test: {
    include: ['test/pulled/*.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    testTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
    reporters: ['verbose'],
  },
};

export default config;
