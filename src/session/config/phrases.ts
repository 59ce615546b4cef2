import type * as z from 'zod';
import type { PhraseChoice } from '../../core/phrases/createPhrases.ts';
import { lazySchema } from '../../core/zod.ts';
import { reportFaults, type Fault } from './faults.ts';

/** Limits of a list of phrases. Text is counted in UTF-16 code units. */
const MAX_PHRASES = 1000;
const MAX_PHRASE_LENGTH = 100;

/** `'default'`, or a list of phrases. */
export const phraseChoice: () => z.ZodType<PhraseChoice, PhraseChoice> = lazySchema((z) =>
  z.custom<PhraseChoice>().superRefine(reportFaults(findFaults)),
);

function* findFaults(choice: unknown): Generator<Fault> {
  if (choice === 'default') return;
  if (!Array.isArray(choice)) yield { path: [], message: '"default" or an array of strings' };
  else if (choice.length > MAX_PHRASES) yield { path: [], message: `at most ${MAX_PHRASES} phrases` };
  else for (const [i, phrase] of choice.entries()) yield* findPhraseFaults(phrase, i);
}

function* findPhraseFaults(phrase: unknown, i: number): Generator<Fault> {
  if (typeof phrase !== 'string') yield { path: [i], message: 'a string' };
  else if (phrase.length > MAX_PHRASE_LENGTH) yield { path: [i], message: `at most ${MAX_PHRASE_LENGTH} characters` };
  else if (!/[\p{L}\p{N}]/u.test(phrase)) yield { path: [i], message: 'a phrase with at least one letter' };
}
