import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pack } from '../../scripts/release/pack.mjs';
import { lazy } from '../../src/core/lazy.ts';

export const ROOT: string = resolve(import.meta.dirname, '../..');

export interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  readonly imports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** The files that `exports`, `bin` and `imports` point to, without the declarations. */
export const targets: readonly string[] = [
  ...Object.values(manifest.exports).map((entry) => entry.default),
  ...Object.values(manifest.bin),
  ...Object.values(manifest.imports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  ),
]
  .filter((target) => target.startsWith('./'))
  .map((target) => target.slice(2));

/** The package as a stranger gets it, in a folder of its own outside the checkout. */
export interface Packed {
  readonly tarball: string;
  /** Paths inside the package. */
  readonly files: readonly string[];
  /** A project that has the package, and of all it could need only `linked`. */
  readonly project: string;
  dispose(): void;
}

/** Unpacks the packed checkout as a dependency, with `linked` packages taken from our own node_modules. */
export function packAndInstall(linked: readonly string[]): Packed {
  const { tarball, files } = packOnce();
  const scratch = mkdtempSync(join(tmpdir(), 'antiphon-package-'));
  const installed = join(scratch, 'node_modules/antiphon');
  mkdirSync(installed, { recursive: true });
  command('tar', '-xzf', tarball, '-C', installed, '--strip-components=1');
  // Of its own, so that no package.json of a folder above is the project's.
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ name: 'a-project', private: true }));
  for (const name of linked) link(join('node_modules', name), scratch);
  return { tarball, files, project: scratch, dispose: () => rmSync(scratch, { recursive: true }) };
}

/** Packs the built checkout once for all tests of this process. */
const packOnce = lazy((): Pick<Packed, 'tarball' | 'files'> => {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return pack('', folder);
});

/** What the command printed; an error with all of its output if it fails. */
export function command(name: string, ...args: readonly string[]): string {
  return execFileSync(name, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function link(path: string, project: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  symlinkSync(join(ROOT, path), join(project, path));
}
