import { createWriteStream } from 'node:fs';

/** A target for the lines of one session. */
export interface RecordingSink {
  /** Takes a line, without its end, at once. False: it had to be dropped. */
  write(line: string): boolean;
  /** No more lines come. */
  close(): void;
}

export interface FileSink extends RecordingSink {
  /** Resolves when all lines are with the operating system, or writing has failed. */
  readonly written: Promise<void>;
}

/** Limit on bytes that wait to be written; further lines are dropped. */
const MAX_PENDING = 4 * 1024 * 1024;

/** Creates a sink that writes to a new file and never waits for the disk. After `failed` it writes nothing more. */
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
