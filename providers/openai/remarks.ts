import type { Issue } from '../../src/core/errors.ts';
import type { FilledOpenAiStt } from './settings.ts';
import { isHttpModel, supportsKeywords, supportsPrompt } from './sttModels.ts';

/** What the model does not take of the settings; it is not sent. */
export function findUnsupported({ model, prompt, keywords, noise_reduction }: FilledOpenAiStt): readonly Issue[] {
  const ignored = (path: string, got: unknown, isTaken: boolean): readonly Issue[] =>
    got === undefined || isTaken
      ? []
      : [{ path, expected: `nothing: ${model} does not take it`, got: JSON.stringify(got) }];
  return [
    ...ignored('prompt', prompt, supportsPrompt(model)),
    ...ignored('keywords', keywords, supportsKeywords(model)),
    ...ignored('noise_reduction', noise_reduction, !isHttpModel(model)),
  ];
}
