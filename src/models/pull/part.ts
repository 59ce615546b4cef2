import { writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';

/** The data that resuming an interrupted download needs. */
export interface PartInfo {
  /** The address from which the part came. */
  readonly url: string;
  /** The strong `ETag` or the date of the file, or null if the server sent neither. */
  readonly validator: string | null;
  /** The size of the whole file, or null if the server did not state it. */
  readonly total: number | null;
}

/** A file that is being downloaded. */
export interface Part {
  readonly path: string;
  /** Returns the number of downloaded bytes, or 0 if the file is from another address. */
  readSize(url: string): Promise<number>;
  readInfo(): Promise<PartInfo | null>;
  /** Writes the data before it returns, so that they are on disk before the first byte. */
  writeInfo(info: PartInfo): void;
  remove(): Promise<void>;
}

/** Creates the part of a download at `path`. A file beside it holds the data that resuming needs. */
export function createPart(path: string): Part {
  const infoPath = `${path}.json`;
  const readInfo = async (): Promise<PartInfo | null> => {
    const text = await readFile(infoPath, 'utf8').catch(() => null);
    return text === null ? null : parseInfo(text);
  };
  return {
    path,
    readInfo,
    readSize: async (url) => {
      const info = await readInfo();
      if (info?.url !== url) return 0;
      return stat(path).then(
        ({ size }) => size,
        () => 0,
      );
    },
    writeInfo: (info) => writeFileSync(infoPath, JSON.stringify(info)),
    remove: async () => {
      await rm(path, { force: true });
      await rm(infoPath, { force: true });
    },
  };
}

/** A crash can leave half of the file. */
function parseInfo(text: string): PartInfo | null {
  try {
    return JSON.parse(text) as PartInfo;
  } catch {
    return null;
  }
}
