import { didYouMean } from '../../core/didYouMean.ts';
import { AntiphonError } from '../../core/errors.ts';
import { MODELS, type CatalogueModel } from '../../models/catalogue.ts';

/** Finds models of the catalogue by name, each once. @throws AntiphonError `usage_invalid` for any other name */
export function findNamed(names: readonly string[]): readonly CatalogueModel[] {
  return [...new Set(names)].map((name) => {
    const model = MODELS.find((one) => one.name === name);
    if (model !== undefined) return model;
    const hint = didYouMean(
      name,
      MODELS.map((one) => one.name),
    );
    const list = hint === '' ? '; `npx antiphon models` lists them' : hint;
    throw new AntiphonError('usage_invalid', `there is no model ${JSON.stringify(name)}${list}`);
  });
}
