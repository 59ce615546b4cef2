import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest, packAndInstall, type Packed } from './packed.ts';

/** As in docs/installing.md. */
const RUNTIMES = ['bun@1.4.5', 'deno@2.9.6'];

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall([
    'rxjs',
    'zod',
    'tslib',
    'espeak-ng',
    'soundswallower',
    ...Object.keys(manifest.dependencies),
  ]);
  copyFileSync(join(import.meta.dirname, 'otherRuntimes.mjs'), join(packed.project, 'talk.mjs'));
});
afterAll(() => packed.dispose());

test.each([
  ['bun', []],
  ['deno', ['run', '-A']],
])('%s runs sessions with parts of your own and with the engines of the machine', (name, options) => {
  const runtime = RUNTIMES.find((one) => one.startsWith(name)) ?? name;
  const prefix = join(packed.project, name);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', '--prefix', prefix, runtime]);
  const program = join(prefix, 'node_modules/.bin', name);
  const printed = execFileSync(program, [...options, 'talk.mjs'], { cwd: packed.project, encoding: 'utf8' });
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { name: 'doubles', said: ['Good.'], reason: 'agent_ended' },
    { name: 'local', said: ['Good.'], reason: 'agent_ended' },
  ]);
});
