import { writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';

/** What has to be known of an interrupted download to resume it. */
export interface PartInfo {
  /** The address from which the part came. */
  readonly url: string;
  /** The strong `ETag` or the date of the file, or null if the server sent neither. */
  readonly validator: string | null;
  /** The size of the whole file, or null if the server did not say. */
  readonly total: number | null;
}

/** A file that is being downloaded. */
export interface Part {
  readonly path: string;
  /** Returns the number of bytes that are there, 0 if the file is from another address. */
  readSize(url: string): Promise<number>;
  readInfo(): Promise<PartInfo | null>;
  /** Writes it before it returns, so that it is there before the first byte is. */
  writeInfo(info: PartInfo): void;
  remove(): Promise<void>;
}

/** Creates the part of a download at `path`, with what is known of it in a file beside it. */
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
