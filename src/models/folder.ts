import type * as nodeFs from 'node:fs';
import type * as nodePath from 'node:path';
import { didYouMean } from '../core/didYouMean.ts';
import { AntiphonError } from '../core/errors.ts';
import { lazyBuiltin } from '../wire/lazyBuiltin.ts';
import { MODELS } from './catalogue.ts';
import type { CatalogueModel, ModelKind } from './model.ts';
import { findModelsFolder, MANIFEST_FILE } from './modelsFolder.ts';

export { MANIFEST_FILE } from './modelsFolder.ts';

const fs = lazyBuiltin<typeof nodeFs>('node:fs');
const path = lazyBuiltin<typeof nodePath>('node:path');

/** A model whose files are on this machine. */
export interface InstalledModel {
  readonly model: CatalogueModel;
  readonly folder: string;
}

/**
 * Finds a pulled model by name.
 *
 * @throws AntiphonError `model_missing` if the model is not pulled, or if no model of that kind has the name
 */
export function findModel(name: string, kind: ModelKind): InstalledModel {
  const ofKind = MODELS.filter((model) => model.kind === kind);
  const model = ofKind.find((one) => one.name === name);
  if (model === undefined) throw createUnknownError(name, ofKind);
  const folder = folderOf(model);
  if (isInstalled(folder)) return { model, folder };
  throw new AntiphonError('model_missing', `${name} is not on this machine: npx antiphon models pull ${name}`, {
    path: folder,
  });
}

/** Lists the pulled models in the order of the catalogue: of each kind and language, the best first. */
export function listInstalledModels(): readonly InstalledModel[] {
  return MODELS.map((model) => ({ model, folder: folderOf(model) })).filter(({ folder }) => isInstalled(folder));
}

/** Returns the folder of a model, whether it is pulled or not. */
export function folderOf({ name }: Pick<CatalogueModel, 'name'>, models: string = findModelsFolder()): string {
  return path().join(models, name);
}

/** Checks whether the folder of a model is complete. `pull` moves it into place together with its manifest. */
export function isInstalled(folder: string): boolean {
  return fs().existsSync(path().join(folder, MANIFEST_FILE));
}

function createUnknownError(name: string, models: readonly CatalogueModel[]): AntiphonError {
  const names = models.map((model) => model.name);
  const hint = didYouMean(name, names);
  const listed = hint === '' ? `; expected ${names.join(', ')}` : hint;
  return new AntiphonError('model_missing', `there is no model ${JSON.stringify(name)}${listed}`);
}
