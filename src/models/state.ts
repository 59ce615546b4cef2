import { folderOf, isInstalled } from './folder.ts';
import { readManifest } from './manifest.ts';
import type { CatalogueModel } from './model.ts';

/** A model and its state on this machine. */
export interface ModelState {
  readonly model: CatalogueModel;
  /** The folder of a pulled model, or null. */
  readonly folder: string | null;
  /** `verified`: all downloads had published checksums, which were compared. `recorded`: there were none. */
  readonly checksum: 'published' | 'none' | 'verified' | 'recorded';
}

/** Returns the state of a model on this machine. */
export async function readState(model: CatalogueModel, models: string): Promise<ModelState> {
  const folder = folderOf(model, models);
  const isPublished = model.files.every(({ sha256 }) => sha256 !== null);
  if (!isInstalled(folder)) return { model, folder: null, checksum: isPublished ? 'published' : 'none' };
  const manifest = await readManifest(folder);
  const isVerified = manifest !== null && manifest.downloads.every(({ verified }) => verified);
  return { model, folder, checksum: isVerified ? 'verified' : 'recorded' };
}

/** Returns the size of a model's downloads, in bytes. */
export function sizeOf({ files }: Pick<CatalogueModel, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
