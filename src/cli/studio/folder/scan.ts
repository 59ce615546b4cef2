import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDING, type CallFile, type Folder } from './folder.ts';

/** Deepest folder that is searched. */
const MAX_DEPTH = 12;
/** Number of files whose size and time are read at the same time. */
const AT_ONCE = 64;

/**
 * Lists the recordings of a folder, the newest file first. Follows no symbolic links, and skips hidden folders and
 * `node_modules`. Skips files that disappear meanwhile.
 */
export async function scanFolder({ root, only }: Folder): Promise<readonly CallFile[]> {
  const ids = only === null ? await listIds(root, '', 0) : [only];
  const files: CallFile[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => readFile(root, id)));
    files.push(...found.flat());
  }
  return files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.id < b.id ? -1 : 1));
}

async function listIds(root: string, below: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => []);
  const ids: string[] = [];
  for (const entry of entries) {
    const id = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile() && entry.name.endsWith(ENDING)) ids.push(id);
    else if (entry.isDirectory() && depth < MAX_DEPTH && !isSkipped(entry.name))
      for (const inner of await listIds(root, id, depth + 1)) ids.push(inner);
  }
  return ids;
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function readFile(root: string, id: string): Promise<readonly CallFile[]> {
  const path = join(root, id);
  const found = await stat(path).catch(() => null);
  return found === null ? [] : [{ id, path, size: found.size, mtimeMs: found.mtimeMs }];
}
