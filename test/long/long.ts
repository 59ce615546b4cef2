/** The tests of `npm run test:long`, which the suite leaves out: they install programs and packages, or wait. */
export const LONG = [
  'test/create/installs.test.ts',
  'test/deploy/container.test.ts',
  'test/directory/redisCluster.test.ts',
  'test/directory/valkey.test.ts',
  'test/package/nodeVersions.test.ts',
  'test/server/cluster/valkey.test.ts',
  'test/webrtc/connection/consent.test.ts',
] as const;
