import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { MANIFEST_FILE } from '../folder.ts';
import type { RecordedFile } from '../manifest.ts';
import { hashFile } from './sha256.ts';

/** Returns the path, size and checksum of every file below a folder. */
export async function recordFiles(folder: string): Promise<readonly RecordedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => path !== MANIFEST_FILE);
  const files: RecordedFile[] = [];
  for (const path of paths.toSorted()) {
    const { size } = await stat(join(folder, path));
    files.push({ path, bytes: size, sha256: await hashFile(join(folder, path)) });
  }
  return files;
}
