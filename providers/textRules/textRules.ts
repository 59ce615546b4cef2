import { of } from 'rxjs';
import type { PauseTurnModel } from '../../src/core/turnModel.ts';
import { findTurnLanguage } from '../../src/core/languages/findTurnLanguage.ts';
import { CERTAINTY, scoreText } from './scoreText.ts';

/**
 * Creates a turn model that synchronously judges by the words: 0.05 after a hesitation, 0.1 after a word that needs a
 * continuation, 0.2 within a dictated number or spelled word, 0.9 otherwise. In an unknown language, the user counts as
 * finished. Without interims, the model has to wait for the end of the segment.
 *
 * @example
 * ```ts
 * import { textRules } from 'antiphon/providers';
 *
 * const pause = { pauseMs: 500, agent: { heard: '', unsaid: '' }, language: 'en', audio: () => new Int16Array() };
 * const model = textRules();
 * model.score({ ...pause, text: 'a table for' }).subscribe(({ over }) => console.log(over)); // 0.1
 * model.score({ ...pause, text: 'a table for two' }).subscribe(({ over }) => console.log(over)); // 0.9
 * ```
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
