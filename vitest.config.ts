import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // onnxruntime aborts the process when a thread of vitest's ends with it loaded.
    pool: 'forks',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    restoreMocks: true,
    typecheck: {
      enabled: true,
      include: ['test/types/**/*.test-d.ts'],
      // The rest of the project is judged by `npm run check`.
      ignoreSourceErrors: true,
    },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'operators/**/*.ts', 'providers/**/*.ts'],
      reportsDirectory: 'coverage',
    },
  },
});
