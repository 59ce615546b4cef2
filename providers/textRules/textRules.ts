import { of } from 'rxjs';
import type { PauseTurnModel } from '../../src/core/turnModel.ts';
import { findTurnLanguage } from './findTurnLanguage.ts';
import { CERTAINTY, scoreText } from './scoreText.ts';

/**
 * Creates a turn model that judges by the words, in the same instant: 0.05 behind a hesitation, 0.1 behind a word after which
 * something follows, 0.2 within a dictated number or spelled word, 0.9 otherwise. A language that it does not know counts as
 * finished. It needs interims, or waits for the end of the segment.
 */
export function textRules(): PauseTurnModel {
  return {
    kind: 'pause',
    name: 'text',
    usesAudio: false,
    score: ({ text, language, agent }) => {
      const rules = findTurnLanguage(language);
      return of({ over: rules === undefined ? CERTAINTY.whole : scoreText(text, rules, agent) });
    },
  };
}
