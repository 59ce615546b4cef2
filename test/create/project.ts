import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pack } from '../../scripts/release/pack.mjs';
import { lazy } from '../../src/core/lazy.ts';
import { ROOT } from '../package/packed.ts';

export const TEMPLATES = ['web', 'phone', 'realtime', 'react', 'speech'] as const;
export type Template = (typeof TEMPLATES)[number];

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

export interface Created {
  readonly status: number | null;
  readonly printed: string;
}

/** Packs `create-antiphon` once for all tests of this process. */
const packCreate = lazy(() => {
  const folder = mkdtempSync(join(tmpdir(), 'create-antiphon-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return pack('create', folder);
});

/** Runs `npm create antiphon` with `args` in `folder`. */
export function createIn(folder: string, ...args: readonly string[]): Created {
  const command = [join(ROOT, 'create/index.js'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Creates a project of `template` in `folder`, as the tarball of `create-antiphon` does, that depends on `tarball` instead of the published package. */
export function createFrom(folder: string, template: Template, tarball: string): string {
  const command = [
    '--yes',
    `--package=${packCreate().tarball}`,
    '--',
    'create-antiphon',
    template,
    '--template',
    template,
  ];
  npm(folder, 'exec', ...command);
  const project = join(folder, template);
  const manifest = join(project, 'package.json');
  const { dependencies, ...rest } = readManifest(manifest);
  writeFileSync(manifest, JSON.stringify({ ...rest, dependencies: { ...dependencies, antiphon: tarball } }));
  return project;
}

/**
 * Runs npm in `project` as on a fresh machine: with no setting but the home and the path. Returns its warnings; throws what it
 * printed if it fails.
 */
export function npm(project: string, ...args: readonly string[]): readonly string[] {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: project, encoding: 'utf8', env: { PATH, HOME } });
  expect(status, stdout + stderr).toBe(0);
  return stderr.split('\n').filter((line) => line.startsWith('npm warn'));
}

/** Installs from the registry, and expects no warning of npm, even with the oldest Node. */
export function installFromRegistry(project: string): void {
  expect(npm(project, 'install', '--no-audit', '--no-fund')).toEqual([]);
}

/** Compiles the project as its users do, and runs its test. */
export function checkAndTest(project: string): void {
  npm(project, 'run', 'check');
  npm(project, 'run', 'build');
  npm(project, 'test');
}
