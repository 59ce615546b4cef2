// The packages that only `models pull` needs, which the build bundles into one file.

export const PULL_LIBRARIES = 'src/models/pull/libraries';

/** Options of the bundler for this file, in place of those of the other modules. */
export const PULL_OPTIONS = { external: [], platform: 'node', treeshake: {} };
