import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of a release's tarballs. */
const OUT = join(ROOT, 'out');

/** Packs the build. Returns the package `antiphon`, or `create-antiphon` if `folder` is `create`. */
export function pack(folder = '', out = OUT) {
  const from = join(ROOT, folder);
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out];
  const printed = execFileSync('npm', args, { cwd: from, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [{ filename, files, size, unpackedSize }] = JSON.parse(printed);
  return {
    manifest: JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')),
    tarball: join(out, filename),
    files: files.map(({ path }) => path),
    bytes: size,
    unpackedBytes: unpackedSize,
  };
}
