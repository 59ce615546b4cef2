import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, isInstalled } from '../folder.ts';
import { writeManifest, type RecordedDownload } from '../manifest.ts';
import type { CatalogueModel } from '../model.ts';
import { download } from './download.ts';
import { createPullError, explainFullDisk } from './failure.ts';
import { fileNameOf } from './findUrl.ts';
import { LOCK_FILE, takeLock } from './lock.ts';
import type { PullOptions } from './options.ts';
import { createPart, type Part } from './part.ts';
import { recordFiles } from './recordFiles.ts';
import { unpack } from './unpack.ts';
import { findPullFolder } from './findPullFolder.ts';

/** A pulled model. */
export interface PulledModel {
  readonly folder: string;
  /** False if the model had been pulled before. */
  readonly isNew: boolean;
  readonly downloads: readonly RecordedDownload[];
}

/**
 * Downloads a model, checks it, unpacks it into another folder, and renames that folder. A model is therefore complete
 * or absent.
 *
 * @throws (rejects with) AntiphonError `model_pull_failed`; the next pull resumes the partial download
 */
export async function pullModel(model: CatalogueModel, options: PullOptions): Promise<PulledModel> {
  const folder = folderOf(model, options.folder);
  if (isInstalled(folder)) return { folder, isNew: false, downloads: [] };
  const pulls = findPullFolder(model.name, options.folder);
  await mkdir(pulls, { recursive: true });
  const lock = await takeLock(join(pulls, LOCK_FILE), model.name);
  try {
    // Another process may have finished since the first look.
    if (isInstalled(folder)) return { folder, isNew: false, downloads: [] };
    const downloads = await pullInto(folder, pulls, model, options);
    return { folder, isNew: true, downloads };
  } catch (error) {
    throw explainFullDisk(error, options.folder, 'Free some space and pull again.');
  } finally {
    await lock.release();
    await removeIfEmpty(pulls);
  }
}

async function pullInto(
  folder: string,
  pulls: string,
  model: CatalogueModel,
  options: PullOptions,
): Promise<readonly RecordedDownload[]> {
  const parts: Part[] = [];
  const downloads: RecordedDownload[] = [];
  for (const file of model.files) {
    const part = createPart(join(pulls, `${fileNameOf(file)}.part`));
    const downloaded = await download(file, part, options);
    parts.push(part);
    downloads.push({ ...downloaded, verified: file.sha256 !== null });
  }
  const unpacked = join(pulls, 'unpacked');
  try {
    const root = await arrange(model, parts, unpacked, options);
    await writeManifest(root, { version: 1, name: model.name, downloads, files: await recordFiles(root) });
    await rm(folder, { recursive: true, force: true });
    await rename(root, folder);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  for (const part of parts) await part.remove();
  return downloads;
}

/** The folder still has the parts if the pull failed. */
async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {});
}

/** Unpacks the archives and adds the other files. Returns the folder that becomes the model's. */
async function arrange(
  model: CatalogueModel,
  parts: readonly Part[],
  unpacked: string,
  options: PullOptions,
): Promise<string> {
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked);
  const pairs = model.files.map((file, at) => ({ file, part: parts[at]?.path ?? '' }));
  for (const { file, part } of pairs) {
    if (file.archive === null) continue;
    await unpack(part, fileNameOf(file), unpacked, options);
  }
  const root = await findRoot(unpacked);
  for (const { file, part } of pairs) {
    const { path } = file;
    if (path === undefined) continue;
    if (existsSync(join(root, path))) throw createPullError(`the archive of ${model.name} has a file ${path} already`);
    await copyFile(part, join(root, path));
  }
  return root;
}

/** Strips the single top folder of an archive. */
async function findRoot(unpacked: string): Promise<string> {
  const [only, ...more] = await readdir(unpacked, { withFileTypes: true });
  return only?.isDirectory() && more.length === 0 ? join(unpacked, only.name) : unpacked;
}
