import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { VERSION } from '../../../record/version.ts';
import type { Entry } from './entry.ts';

/** The version of the summaries. A cache of another version is ignored. */
const FORMAT = 3;

const HEAD = JSON.stringify({ studio: FORMAT, antiphon: VERSION });

/** Returns the path of a folder's cache. */
export function findCacheFile(cacheFolder: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return join(cacheFolder, 'antiphon', 'studio', `${name}.jsonl`);
}

/** Reads the cached summaries by id. A missing, damaged or older cache is empty. */
export async function readCache(path: string): Promise<ReadonlyMap<string, Entry>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const isWhole = text.startsWith(`${HEAD}\n`) && text.slice(end) === formatEnd(crc32(text.slice(0, end)));
  if (!isWhole) return new Map();
  const lines = text
    .slice(HEAD.length + 1, end)
    .split('\n')
    .slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as Entry).map((entry) => [entry.id, entry]));
}

/** Formats the last line, by which a cache is known to be whole and as it was written. */
function formatEnd(sum: number): string {
  return `${JSON.stringify({ sum })}\n`;
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
    let sum = 0;
    const write = async (text: string): Promise<void> => {
      sum = crc32(text, sum);
      await file.write(text);
    };
    await write(`${HEAD}\n`);
    for (let from = 0; from < entries.length; from += ENTRIES_PER_WRITE) {
      const lines = entries.slice(from, from + ENTRIES_PER_WRITE).map((entry) => `${JSON.stringify(entry)}\n`);
      await write(lines.join(''));
    }
    await file.write(formatEnd(sum));
  } finally {
    await file.close();
  }
}
