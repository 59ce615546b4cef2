import { createWriteStream } from 'node:fs';

/** Where the lines of one session go. */
export interface RecordingSink {
  /** Takes a line, without its end, at once. False: it had to be dropped. */
  write(line: string): boolean;
  /** No more lines come. */
  close(): void;
}

export interface FileSink extends RecordingSink {
  /** Resolves when all that was taken is with the operating system, or was given up. */
  readonly written: Promise<void>;
}

/** What waits to be written beyond this is dropped, in bytes. */
const MAX_PENDING = 4 * 1024 * 1024;

/** Writes lines to a new file as fast as the disk takes them, without ever waiting. `failed`: nothing more is written. */
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
