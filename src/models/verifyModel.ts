import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueModel } from './model.ts';
import { readManifest, type RecordedFile } from './manifest.ts';
import { hashFile } from './pull/sha256.ts';

/** The result of comparing a model with the record that `pull` made. */
export interface Verification {
  /** Number of files that were compared. */
  readonly files: number;
  /** The faults in words, such as `tokens.txt is missing`. Empty for a whole model. */
  readonly faults: readonly string[];
}

/** Compares the files of a pulled model, and the checksums of its downloads with those of the catalogue. */
export async function verifyModel(model: CatalogueModel, folder: string): Promise<Verification> {
  const manifest = await readManifest(folder);
  if (manifest === null) return { files: 0, faults: ['its manifest is damaged'] };
  const faults: string[] = [];
  for (const file of manifest.files) {
    const fault = await compare(file, folder);
    if (fault !== null) faults.push(fault);
  }
  for (const { sha256 } of model.files) {
    if (sha256 !== null && !manifest.downloads.some((one) => one.sha256 === sha256))
      faults.push(`its download has not the published SHA-256 ${sha256}`);
  }
  return { files: manifest.files.length, faults };
}

async function compare({ path, bytes, sha256 }: RecordedFile, folder: string): Promise<string | null> {
  const found = await stat(join(folder, path)).catch(() => null);
  if (!found?.isFile()) return `${path} is missing`;
  if (found.size !== bytes) return `${path} has changed: expected ${bytes} bytes, got ${found.size}`;
  const actual = await hashFile(join(folder, path));
  return actual === sha256 ? null : `${path} has changed: expected the SHA-256 ${sha256}, got ${actual}`;
}
