import { createWriteStream } from 'node:fs';

/** A destination for the lines of one session. */
export interface RecordingSink {
  /** Accepts a line, without its line end, synchronously. Returns false if it had to be dropped. */
  write(line: string): boolean;
  /** Closes the sink. No more lines follow. */
  close(): void;
}

export interface FileSink extends RecordingSink {
  /** Resolves when the operating system has all lines, or writing has failed. */
  readonly written: Promise<void>;
}

/** Maximum number of bytes waiting to be written. Further lines are dropped. */
const MAX_PENDING = 4 * 1024 * 1024;

/**
 * Creates a sink that writes to a new file without ever waiting for the disk. After `failed` it writes nothing more.
 */
export function createFileSink(path: string, failed: (error: Error) => void): FileSink {
  const file = createWriteStream(path, { flags: 'wx', encoding: 'utf8' });
  file.once('error', failed);
  return {
    write: (line) => {
      if (!file.writable || file.writableLength > MAX_PENDING) return false;
      file.write(`${line}\n`);
      return true;
    },
    close: () => file.end(),
    written: new Promise((resolve) => file.once('close', () => resolve())),
  };
}
