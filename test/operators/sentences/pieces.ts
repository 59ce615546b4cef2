import { from, type Observable } from 'rxjs';
import { sentences, type SentencesOptions } from '../../../operators/sentences.ts';

export const en: SentencesOptions = { language: 'en' };

export function collect(source: Observable<string>): string[] {
  const out: string[] = [];
  source.subscribe((piece) => out.push(piece));
  return out;
}

/** The pieces of a text that comes character by character. */
export function pieces(text: string, options: SentencesOptions = en): string[] {
  return collect(from(text).pipe(sentences(options)));
}
