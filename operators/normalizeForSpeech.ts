import { catchError, concat, concatMap, defer, from, throwError, type OperatorFunction } from 'rxjs';
import { AntiphonError } from '../src/core/errors.ts';
import type { SpokenSpan } from '../src/core/spokenText.ts';
import { createTextNormalizers, type NormalizeForSpeechOptions } from './normalizeForSpeech/createTextNormalizers.ts';

/**
 * Emits a text in stretches, each with what a voice should say for it: without the marks of markdown, emoji and blocks of code;
 * with words for units, currencies and addresses, and those of a dictionary. `text` of all stretches, joined, is exactly the
 * text, so that what was heard is known as a part of what was written.
 *
 * ```
 * text      a-b-----|         a: '**3', b: ' km**'
 * spans     --x-----(yz|)     x: '**' → '', y: '3 km' → '3 kilometers', z: '**' → ''
 * ```
 *
 * A stretch is emitted as soon as later text cannot change it. Completion emits the rest, and so does an error before it passes.
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
