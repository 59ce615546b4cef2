import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** npm rewrites it whenever it installs something. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Returns a hash of the path, size and modification time of each input below `root`, and of the installed packages. */
export function fingerprint(root, inputs) {
  const hash = createHash('sha256');
  for (const path of [...inputs.flatMap((input) => findFiles(root, input)), INSTALLED]) {
    const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function findFiles(root, path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .toSorted();
}
