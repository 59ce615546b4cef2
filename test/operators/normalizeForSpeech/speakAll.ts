import { from, toArray } from 'rxjs';
import { normalizeForSpeech } from '../../../operators/normalizeForSpeech.ts';
import type { NormalizeForSpeechOptions } from '../../../operators/normalizeForSpeech/createTextNormalizers.ts';
import type { SpokenSpan } from '../../../src/core/spokenText.ts';

/** The stretches of a text that comes in these deltas. */
export function spansOf(
  deltas: readonly string[],
  options: Partial<NormalizeForSpeechOptions> = {},
): readonly SpokenSpan[] {
  let spans: readonly SpokenSpan[] = [];
  from(deltas)
    .pipe(normalizeForSpeech({ language: 'en', ...options }), toArray())
    .subscribe((all) => (spans = all));
  return spans;
}

/** What is spoken for a text. */
export function speakAll(text: string, options: Partial<NormalizeForSpeechOptions> = {}): string {
  return spansOf([text], options)
    .map(({ spoken }) => spoken)
    .join('');
}
