import type { ViteUserConfig } from 'vitest/config';

/** The simulator of Asterisk, and the server, held against a real one: `ASTERISK_ROOT` is the folder in which it is installed. */
const config: ViteUserConfig = {
  test: {
    include: ['test/asterisk/*.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    restoreMocks: true,
  },
};

export default config;
