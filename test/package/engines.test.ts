import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, test } from 'vitest';
import { ROOT } from './packed.ts';

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly optional?: boolean;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const { engines } = read('package.json') as { readonly engines: { readonly node: string } };
const oldest = minVersion(engines.node)?.version ?? '';

// The lockfile of test/conformance is its own because clients there need a later Node.
test.each(['package-lock.json', 'test/bench/vad/package-lock.json', 'test/openapi-client/package-lock.json'])(
  `everything in %s runs on the oldest Node that package.json names (${oldest})`,
  (path) => {
    const { packages } = read(path) as { readonly packages: Readonly<Record<string, Locked>> };
    const refusing = Object.entries(packages).filter(
      ([, locked]) => locked.optional !== true && !satisfies(oldest, locked.engines?.node ?? '*'),
    );
    expect(refusing.map(([name, locked]) => `${name} needs ${locked.engines?.node}`)).toEqual([]);
  },
);
