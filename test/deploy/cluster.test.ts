import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/cli/serve/readSettings.ts';
import { SETTINGS } from '../../src/cli/serve/settings.ts';
import { toServeOptions } from '../../src/cli/serve/toServeOptions.ts';
import { createMemoryCheckpoints } from '../../src/directory/checkpoints/memoryCheckpoints.ts';
import { createMemoryDirectory } from '../../src/directory/memory/memoryDirectory.ts';
import { createTimeouts } from '../../src/server/life/timeouts.ts';
import { ROOT } from '../package/packed.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly network_mode: string;
  readonly stop_grace_period: string;
  readonly command?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

const file = readFileSync(join(ROOT, 'deploy/compose.cluster.yaml'), 'utf8');
const { services, secrets } = parse(file, { merge: true }) as Compose;
const { redis, ...nodes } = services;
const all = Object.entries(nodes);
const directory = createMemoryDirectory();

describe('the Compose file of three nodes', () => {
  test.each(all)('makes %s a node that its others and clients reach at its port', (id, { environment }) => {
    const { values } = readSettings(['agent.js'], environment);
    const options = toServeOptions(values, {
      secretsFromFile: (path) => () => [path],
      createRedisDirectory: () => directory,
      createNatsDirectory: () => directory,
      createRedisCheckpoints: () => createMemoryCheckpoints(),
      createNatsCheckpoints: () => createMemoryCheckpoints(),
    });
    expect(options).toMatchObject({ node_id: id, host: '127.0.0.1', cluster: { directory } });
    expect(new URL(options.cluster?.url ?? '').port).toBe(String(options.port));
  });

  test('has three of them, each with a port of its own', () => {
    expect(new Set(all.map(([, { environment }]) => environment['PORT'])).size).toBe(3);
    expect(redis?.command?.[0]).toBe('redis-server');
  });

  test.each(all)('names only variables of %s that something reads, and secrets that it has', (_, node) => {
    const known = [...SETTINGS.map(({ variable }) => variable), 'DEEPGRAM_API_KEY', 'OPENAI_API_KEY'];
    expect(Object.keys(node.environment).filter((name) => !known.includes(name))).toEqual([]);
    expect(node.secrets).toEqual(Object.keys(secrets));
    for (const name of ['ANTIPHON_API_KEYS_FILE', 'ANTIPHON_CLUSTER_SECRETS_FILE'])
      expect(node.secrets.map((secret) => `/run/secrets/${secret}`)).toContain(node.environment[name]);
    const { drainMs } = createTimeouts({ drain_timeout: Number(node.environment['ANTIPHON_DRAIN_TIMEOUT']) });
    expect(Number.parseInt(node.stop_grace_period, 10) * 1000).toBeGreaterThanOrEqual(2 * drainMs);
  });
});
