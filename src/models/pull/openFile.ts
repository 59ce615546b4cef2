import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is being written. */
export interface OpenFile {
  /** Writes the whole chunk before it returns, so that it is not lost if the connection or the process ends. */
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
