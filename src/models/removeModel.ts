import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, isInstalled } from './folder.ts';
import type { CatalogueModel } from './model.ts';
import { findPullFolder } from './pull/findPullFolder.ts';
import { LOCK_FILE, takeLock } from './pull/lock.ts';

/**
 * Removes a model and its partial downloads. Returns whether the model existed.
 *
 * @throws (rejects with) AntiphonError `model_pull_failed` if it is being pulled
 */
export async function removeModel(model: CatalogueModel, models: string): Promise<boolean> {
  const folder = folderOf(model, models);
  const pulls = findPullFolder(model.name, models);
  await mkdir(pulls, { recursive: true });
  const lock = await takeLock(join(pulls, LOCK_FILE), model.name);
  const wasThere = isInstalled(folder);
  await rm(folder, { recursive: true, force: true });
  for (const name of await readdir(pulls))
    if (name !== LOCK_FILE) await rm(join(pulls, name), { recursive: true, force: true });
  await lock.release();
  await rmdir(pulls).catch(() => {});
  return wasThere;
}
