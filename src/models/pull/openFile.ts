import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is being written. */
export interface OpenFile {
  /** Writes all of the chunk before it returns: what has arrived is there even if the connection or the process ends now. */
  write(chunk: Uint8Array): void;
  close(): void;
}

/** Opens a file for writing. `append` continues it. */
export function openFile(path: string, append: boolean): OpenFile {
  const file = openSync(path, append ? 'a' : 'w');
  return {
    write: (chunk) => {
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    },
    close: () => closeSync(file),
  };
}
