import type { Issue } from '../../../src/core/errors.ts';
import { findSttUse } from './models.ts';
import type { FilledSherpaStt } from './settings.ts';

/** Finds the settings that the model cannot honour. */
export function findUnsupportedSherpaStt(settings: FilledSherpaStt): readonly Issue[] {
  const { model, keywords } = settings;
  const use = findSttUse(settings);
  if (use === undefined || use.hotwords === true || keywords.length === 0) return [];
  return [{ path: 'keywords', expected: `nothing: ${model} takes no keywords`, got: JSON.stringify(keywords) }];
}
