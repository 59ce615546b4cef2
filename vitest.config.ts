import { availableParallelism, loadavg } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ENGINES, findSkipped } from './scripts/engines.mjs';
import { ALL_ALONE, ALL_ONLY, ALONE, ELSEWHERE, IN_REAL_TIME, WITHOUT_BUILD } from './test/suites.ts';

/** How many processes wait for each core as the suite begins, at least 1: timeouts grow with it. */
const LOAD = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

const SKIPPED = findSkipped();
const LATER = [...ALL_ONLY, ...ALL_ALONE, ...IN_REAL_TIME];
const BUILD = { globalSetup: ['test/globalSetup.ts'] };

/** `npm test` runs the projects whose names do not begin with `all`, `npm run test:all` and a focused run all of them. */
export default defineConfig({
  test: {
    // They end what hangs. No test asserts a time by them, so they leave room for a busy machine.
    testTimeout: 180_000 * LOAD,
    hookTimeout: 240_000 * LOAD,
    // onnxruntime aborts the process when a thread of vitest's ends with it loaded.
    pool: 'forks',
    // Four at a time, on machines with two cores too: many wait for processes and sockets.
    maxWorkers: 4,
    reporters: ['default', './test/support/skippedReporter.ts'],
    // A file that needs an engine says so: `// @module-tag redis-server`.
    tags: ENGINES.map((engine) => ({
      name: engine.package,
      description: `needs ${engine.name}`,
      skip: SKIPPED.includes(engine),
    })),
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          include: [...WITHOUT_BUILD],
          exclude: [...ALONE, ...LATER, ...ELSEWHERE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...BUILD,
          name: 'built',
          include: ['test/**/*.test.ts'],
          exclude: [...WITHOUT_BUILD, ...ALONE, ...LATER, ...ELSEWHERE],
          isolate: false,
        },
      },
      { extends: true, test: { ...BUILD, name: 'alone', include: [...ALONE], exclude: [...LATER, ...ELSEWHERE] } },
      {
        extends: true,
        test: {
          ...BUILD,
          name: 'all',
          include: [...ALL_ONLY],
          exclude: [...IN_REAL_TIME, ...ELSEWHERE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...BUILD, name: 'all, alone', include: [...ALL_ALONE], exclude: [...ELSEWHERE] },
      },
      {
        extends: true,
        test: {
          ...BUILD,
          name: 'all, in real time',
          include: [...IN_REAL_TIME],
          // Each has a server, its clients and often a browser: with one more, a guest's words are lost now and then.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    restoreMocks: true,
    // A failure's first line says what differed: it is all that remains of a run elsewhere.
    chaiConfig: { truncateThreshold: 600 },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'operators/**/*.ts', 'providers/**/*.ts'],
      reportsDirectory: 'coverage',
    },
  },
});
