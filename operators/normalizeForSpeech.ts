import { catchError, concat, concatMap, defer, from, throwError, type OperatorFunction } from 'rxjs';
import { AntiphonError } from '../src/core/errors.ts';
import type { SpokenSpan } from '../src/core/spokenText.ts';
import { createTextNormalizers, type NormalizeForSpeechOptions } from './normalizeForSpeech/createTextNormalizers.ts';

/**
 * Emits a text in spans, each with its spoken form: without markdown marks, emoji and code blocks; with words for
 * units, currencies and addresses, and with the replacements of a dictionary. The `text` fields of all spans, joined,
 * are exactly the text, so that the heard part can be mapped back to the written text.
 *
 * ```
 * text      a-b-----|         a: '**3', b: ' km**'
 * spans     --x-----(yz|)     x: '**' → '', y: '3 km' → '3 kilometers', z: '**' → ''
 * ```
 *
 * Emits a span as soon as later text cannot change it. On completion or an error, first emits the rest.
 *
 * @example
 * ```ts
 * import { normalizeForSpeech } from 'antiphon/operators';
 * import { from, reduce } from 'rxjs';
 *
 * from(['It is **3', ' km** to Rome.'])
 *   .pipe(
 *     normalizeForSpeech({ language: 'en' }),
 *     reduce((all, { spoken }) => all + spoken, ''),
 *   )
 *   .subscribe((spoken) => console.log(spoken)); // 'It is 3 kilometers to Rome.'
 * ```
 */
export function normalizeForSpeech(options: NormalizeForSpeechOptions): OperatorFunction<string, SpokenSpan> {
  if (typeof options.language !== 'string')
    throw new AntiphonError('usage_invalid', `Expected language to be a BCP-47 tag, got ${typeof options.language}.`);
  const createNormalizer = createTextNormalizers(options);
  return (deltas) =>
    defer(() => {
      const normalizer = createNormalizer();
      const rest = defer(() => from(normalizer.flush()));
      const spans = deltas.pipe(concatMap((delta) => normalizer.add(delta)));
      return concat(spans, rest).pipe(
        catchError((error: unknown) =>
          concat(
            rest,
            throwError(() => error),
          ),
        ),
      );
    });
}
