import { RECOGNISERS } from './catalogue/recognisers.ts';
import type { CatalogueModel } from './model.ts';

export type { CatalogueModel, ModelFile, ModelKind, ModelType } from './model.ts';

/** The models that `npx antiphon models` lists: of each kind and language, the best first. */
export const MODELS: readonly CatalogueModel[] = [...RECOGNISERS];
