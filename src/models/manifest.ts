import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE } from './folder.ts';

/** A file of a pulled model. */
export interface RecordedFile {
  /** Relative to the folder of the model, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that was downloaded for a model. */
export interface RecordedDownload {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
  /** True if a published checksum was compared. */
  readonly verified: boolean;
}

/** The record that `pull` writes into the folder of a model, for `verify`. */
export interface Manifest {
  readonly version: 1;
  readonly name: string;
  readonly downloads: readonly RecordedDownload[];
  readonly files: readonly RecordedFile[];
}

/** Writes the manifest into the folder of a model. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads the manifest of a model. Returns null if there is none, or if it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const read = JSON.parse(text) as Manifest;
    return read.version === 1 && Array.isArray(read.files) && Array.isArray(read.downloads) ? read : null;
  } catch {
    return null;
  }
}
