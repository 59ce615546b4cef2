import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Adds a file to a checksum without holding it in memory. */
export async function hashInto(hash: Hash, path: string): Promise<void> {
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await hashInto(hash, path);
  return hash.digest('hex');
}
