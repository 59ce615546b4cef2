import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VERSION } from '../../../record/version.ts';
import { entrySchema, type Entry } from './entrySchema.ts';
import { readLines } from './readLines.ts';

/** The version of the summaries. A cache of another version is ignored. */
const FORMAT = 1;

const HEAD = JSON.stringify({ studio: FORMAT, antiphon: VERSION });

/** Returns the path of a folder's cache. */
export function findCacheFile(cacheFolder: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return join(cacheFolder, 'antiphon', 'studio', `${name}.jsonl`);
}

/** Reads the cached summaries by id. A missing, damaged or older cache is empty; a damaged line is left out. */
export async function readCache(path: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let isKnown: boolean | null = null;
  const read = (line: string): void => {
    isKnown ??= line === HEAD;
    const entry = isKnown ? parseEntry(line) : null;
    if (entry !== null) entries.set(entry.id, entry);
  };
  await readLines(path, read).catch(() => undefined);
  return entries;
}

function parseEntry(line: string): Entry | null {
  try {
    const { success, data } = entrySchema.safeParse(JSON.parse(line));
    return success ? data : null;
  } catch {
    return null;
  }
}

const ENTRIES_PER_WRITE = 200;

/**
 * Writes the summaries in place of the cache, readable only by the user, because they contain what was said. A cache that
 * cannot be written is left out.
 */
export async function writeCache(path: string, entries: readonly Entry[]): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeEntries(temporary, entries);
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writeEntries(path: string, entries: readonly Entry[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.write(`${HEAD}\n`);
    for (let from = 0; from < entries.length; from += ENTRIES_PER_WRITE) {
      const lines = entries.slice(from, from + ENTRIES_PER_WRITE).map((entry) => `${JSON.stringify(entry)}\n`);
      await file.write(lines.join(''));
    }
  } finally {
    await file.close();
  }
}
