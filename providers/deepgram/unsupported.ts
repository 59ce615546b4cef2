import type { Issue } from '../../src/core/errors.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { FLUX_MULTILINGUAL, isFlux, supportsKeyterms } from './models.ts';
import type { FilledDeepgramStt } from './settings.ts';

/**
 * Finds the settings that the model ignores: term weights for models without them, and settings that Flux determines
 * itself.
 */
export function findUnsupportedDeepgramStt(settings: FilledDeepgramStt): readonly Issue[] {
  const terms = supportsKeyterms(settings) ? findIgnoredWeights(settings) : [];
  if (!isFlux(settings)) return [...terms, ...findTurnSettings(settings)];
  return [...terms, ...findOtherLanguage(settings), ...findSwitchedOff(settings), ...findEndpointing(settings)];
}

function findIgnoredWeights({ model, keywords }: FilledDeepgramStt): readonly Issue[] {
  return keywords.flatMap(([term, weight], index) => {
    if (weight === 1) return [];
    const expected =
      weight > 0
        ? `a weight of 1: ${model} takes terms without weights`
        : `a weight above 0: ${model} cannot suppress a term, and ignores this one`;
    return [{ path: `keywords[${index}]`, expected, got: `${JSON.stringify(term)} with ${weight}` }];
  });
}

/** The default, which is not reported because the user may not have set it. */
const ENDPOINTING_MS = 25;

function findEndpointing({ model, endpointing_ms }: FilledDeepgramStt): readonly Issue[] {
  if (endpointing_ms === ENDPOINTING_MS) return [];
  return [{ path: 'endpointing_ms', expected: `nothing: ${model} finds the ends of turns`, got: `${endpointing_ms}` }];
}

function findOtherLanguage({ model, language }: FilledDeepgramStt): readonly Issue[] {
  if (model === FLUX_MULTILINGUAL || primaryLanguage(language) === 'en') return [];
  return [{ path: 'language', expected: `en, the only language of ${model}`, got: language }];
}

const ALWAYS_ON = ['interim_results', 'punctuate', 'smart_format', 'no_delay', 'filler_words'] as const;

function findSwitchedOff(settings: FilledDeepgramStt): readonly Issue[] {
  const off = ALWAYS_ON.filter((path) => !settings[path]);
  return off.map((path) => ({ path, expected: `true: ${settings.model} cannot switch it off`, got: 'false' }));
}

const TURN_SETTINGS = ['eot_threshold', 'eot_timeout_ms', 'eager_eot_threshold'] as const;

function findTurnSettings(settings: FilledDeepgramStt): readonly Issue[] {
  const expected = `nothing: ${settings.model} does not detect turns; only models that begin with flux- do`;
  return TURN_SETTINGS.flatMap((path) =>
    settings[path] === undefined ? [] : [{ path, expected, got: `${settings[path]}` }],
  );
}
