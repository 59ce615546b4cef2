import { createReadStream, type ReadStream } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { asAntiphonError } from '../../core/errors.ts';
import { checkEntry, type SafeEntry } from './checkEntry.ts';
import { createPullError, explainFullDisk } from './failure.ts';
import { createBunzip, extract } from './libraries.ts';
import type { PullOptions } from './options.ts';

/** Limits on an archive: the number of its files, and the ratio of their total size to the size of the archive. */
const MOST_ENTRIES = 100_000;
const MOST_GROWTH = 100;

/**
 * Unpacks a `.tar.bz2` file into an empty folder, with constant memory. Links become copies.
 *
 * @throws (rejects with) AntiphonError `model_pull_failed`
 */
export async function unpack(archive: string, file: string, folder: string, options: PullOptions): Promise<void> {
  const { size } = await stat(archive);
  const source = createReadStream(archive);
  const entries = extract();
  const links: SafeEntry[] = [];
  const failed = connect(source, countBytes(file, size, options), entries);
  const read = readEntries(entries, size * MOST_GROWTH, async (entry, content) => {
    if (entry.kind === 'link') links.push(entry);
    await write(entry, content, folder, options);
  });
  try {
    await Promise.race([read, failed]);
    for (const link of links) await copyLink(link, folder);
  } catch (error) {
    entries.destroy();
    await read.catch(() => {});
    const explained = explainFullDisk(error, options.folder, 'Free some space and pull again: the download is kept.');
    throw asAntiphonError(explained, 'model_pull_failed');
  } finally {
    source.destroy();
  }
}

type Extract = ReturnType<typeof extract>;

/** Connects the streams. Rejects with the first error; never resolves. */
function connect(source: ReadStream, counter: Transform, entries: Extract): Promise<never> {
  return new Promise((_, reject) => {
    const bunzip = createBunzip();
    const fail = (error: Error): void =>
      reject(createPullError(`the archive is damaged, or is not a .tar.bz2 file: ${error.message}`, error));
    for (const stream of [source, counter, bunzip]) stream.on('error', fail);
    entries.on('error', fail);
    // The package's stream is of the first generation, which `pipeline` cannot end.
    source.pipe(counter).pipe(bunzip).pipe(entries);
  });
}

function countBytes(file: string, total: number, options: PullOptions): Transform {
  let done = 0;
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      done += chunk.length;
      options.onProgress({ phase: 'unpacking', file, done, total });
      callback(null, chunk);
    },
  });
}

async function readEntries(
  entries: Extract,
  mostBytes: number,
  take: (entry: SafeEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  let count = 0;
  let bytes = 0;
  for await (const content of entries) {
    count += 1;
    bytes += content.header.size;
    if (count > MOST_ENTRIES || bytes > mostBytes) throw createPullError('the archive is too large when unpacked');
    await take(checkEntry(content.header), content as AsyncIterable<Buffer>);
    content.resume();
  }
}

async function write(
  { kind, path }: SafeEntry,
  content: AsyncIterable<Buffer>,
  folder: string,
  options: PullOptions,
): Promise<void> {
  const target = join(folder, path);
  await mkdir(kind === 'folder' ? target : dirname(target), { recursive: true });
  if (kind !== 'file') return;
  const opened = options.openFile(target, false);
  try {
    for await (const chunk of content) opened.write(chunk);
  } finally {
    opened.close();
  }
}

async function copyLink(link: SafeEntry, folder: string): Promise<void> {
  if (link.kind !== 'link') return;
  await copyFile(join(folder, link.target), join(folder, link.path)).catch((error: unknown) => {
    throw createPullError(`the archive contains ${JSON.stringify(link.path)}, a link to a file that it lacks`, error);
  });
}
