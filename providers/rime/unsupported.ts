import type { Issue } from '../../src/core/errors.ts';
import { isMist, type FilledRimeTts } from './settings.ts';

/** Finds settings that Antiphon sends but the model ignores. */
export function findUnsupportedRimeTts(settings: FilledRimeTts): readonly Issue[] {
  const { model, pause_between_brackets: pauses, phonemize_between_brackets: phonemes } = settings;
  return [
    ...(pauses !== true || isMist(model)
      ? []
      : [{ path: 'pause_between_brackets', expected: 'false or a Mist model', got: `true with ${model}` }]),
    ...(phonemes !== true || /^mist(?:v[12])?$/u.test(model)
      ? []
      : [{ path: 'phonemize_between_brackets', expected: 'false or mistv2', got: `true with ${model}` }]),
  ];
}
