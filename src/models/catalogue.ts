import { OFFLINE_RECOGNISERS } from './catalogue/offline.ts';
import { STREAMING_RECOGNISERS } from './catalogue/streaming.ts';
import { TURN_MODELS } from './catalogue/turns.ts';
import { VOICES } from './catalogue/voices.ts';
import type { CatalogueModel } from './model.ts';

export type { CatalogueModel, ModelFile, ModelKind, ModelType } from './model.ts';

/** The models that `npx antiphon models` lists: of each kind and language, the best first. */
export const MODELS: readonly CatalogueModel[] = [
  ...OFFLINE_RECOGNISERS,
  ...STREAMING_RECOGNISERS,
  ...VOICES,
  ...TURN_MODELS,
];
