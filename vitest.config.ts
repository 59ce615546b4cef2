import { availableParallelism, loadavg } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONG } from './test/long/long.ts';

/** Who speaks and listens in real time is not to be kept waiting by tests that compute: when the rest is done. */
const IN_REAL_TIME = [
  'test/real/**/*.test.ts',
  'test/browser/{conversation,network}.test.ts',
  'test/dialects/**/*.test.ts',
  'test/server/cluster/processes.test.ts',
];
/** They need packages of their own, or an Asterisk, or take long: `npm run test:conformance`, `test:openapi`, `test:asterisk`, `test:long`, `docs:site:check`. */
const ELSEWHERE = [
  '**/node_modules/**',
  'test/conformance/**',
  'test/asterisk/**',
  'test/openapi-client/**',
  'test/site/**',
  ...LONG,
];

/**
 * Each has a process of its own: it drives a browser, counts what its process holds open, loads an engine into it, breaks it, or
 * replaces a module. All others share two processes, in which each module is loaded once.
 */
const ALONE = [
  'test/browser/{backend,docs,layout,nodes,page}.test.ts',
  'test/leaks/**/*.test.ts',
  'test/providers/{silero,local}/**/*.test.ts',
  'test/server/{abuse,faults}/**/*.test.ts',
  'test/webrtc/connection/**/*.test.ts',
  'test/time/monotonicScheduler.test.ts',
  'test/session/{realVad,warmUp,containment/**/*}.test.ts',
  'test/time/virtualClock.test.ts',
  'test/wire/audio/mp3.test.ts',
];

/** How many processes wait for each core as the suite begins, at least 1: timeouts grow with it. */
const LOAD = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

export default defineConfig({
  test: {
    // They end what hangs. No test asserts a time by them, so they leave room for a busy machine.
    testTimeout: 180_000 * LOAD,
    hookTimeout: 240_000 * LOAD,
    // onnxruntime aborts the process when a thread of vitest's ends with it loaded.
    pool: 'forks',
    // Four at a time, on machines with two cores too: many wait for processes and sockets.
    maxWorkers: 4,
    globalSetup: ['test/globalSetup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'virtual time',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...IN_REAL_TIME, ...ELSEWHERE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: ELSEWHERE },
      },
      {
        extends: true,
        test: {
          name: 'real time',
          include: IN_REAL_TIME,
          // Each has a server, its clients and often a browser: with one more, they wait for each other.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    restoreMocks: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'operators/**/*.ts', 'providers/**/*.ts'],
      reportsDirectory: 'coverage',
    },
  },
});
