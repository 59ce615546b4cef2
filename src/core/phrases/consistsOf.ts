import { findPhrases, type PhraseTree } from './phraseTree.ts';
import type { Letter } from './spelling.ts';

/** Returns whether the letters are phrases and fillers from end to end, with at least one phrase. */
export function consistsOf(
  letters: readonly Letter[],
  phrases: readonly PhraseTree[],
  fillers: readonly PhraseTree[] = [],
): boolean {
  const places = createPlaces(letters);
  for (const [at, place] of places.entries()) {
    if (place === UNREACHED) continue;
    for (const tree of fillers) findPhrases(tree, letters, at, (end) => add(places, end, place));
    for (const tree of phrases) findPhrases(tree, letters, at, (end) => add(places, end, BEHIND_PHRASE));
  }
  return ((places[letters.length] ?? UNREACHED) & BEHIND_PHRASE) !== 0;
}

/** Returns whether the letters begin, after fillers, with a phrase of at least two words behind which a word ends. */
export function beginsWithLong(
  letters: readonly Letter[],
  phrases: readonly PhraseTree[],
  fillers: readonly PhraseTree[],
): boolean {
  const places = createPlaces(letters);
  let begins = false;
  for (const [at, place] of places.entries()) {
    if (place === UNREACHED) continue;
    for (const tree of fillers) findPhrases(tree, letters, at, (end) => add(places, end, place));
    for (const tree of phrases)
      findPhrases(tree, letters, at, (end, words) => {
        begins ||= words >= 2 && letters[end - 1]?.end === 'word';
      });
  }
  return begins;
}

/** What stands before a place between two letters, as bits: fillers alone, at least one phrase. */
const UNREACHED = 0;
const BEHIND_FILLERS = 1;
const BEHIND_PHRASE = 2;

function createPlaces({ length }: readonly Letter[]): Uint8Array {
  const places = new Uint8Array(length + 1);
  places[0] = BEHIND_FILLERS;
  return places;
}

function add(places: Uint8Array, at: number, place: number): void {
  places[at] = (places[at] ?? UNREACHED) | place;
}
