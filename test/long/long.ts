/** The tests of `npm run test:long`, which the suite leaves out: they install programs and packages. */
export const LONG = ['test/deploy/container.test.ts', 'test/package/nodeVersions.test.ts'] as const;
