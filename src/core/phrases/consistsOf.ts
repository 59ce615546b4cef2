import { beginsPhrase, findPhrases, type PhraseTree } from './phraseTree.ts';
import type { Letter } from './spelling.ts';

/**
 * Returns whether the letters consist entirely of phrases and fillers, with at least one phrase. A phrase inside a
 * longer filler does not count.
 */
export function consistsOf(
  letters: readonly Letter[],
  phrases: readonly PhraseTree[],
  fillers: readonly PhraseTree[] = [],
): boolean {
  const places = createPlaces(letters);
  for (const [at, place] of places.entries()) {
    if (place === UNREACHED) continue;
    const fillerEnd = addFillers(places, letters, at, fillers);
    for (const tree of phrases)
      findPhrases(tree, letters, at, (end) => {
        if (end >= fillerEnd) add(places, end, BEHIND_PHRASE);
      });
  }
  return ((places[letters.length] ?? UNREACHED) & BEHIND_PHRASE) !== 0;
}

/**
 * Returns whether the letters begin, after fillers, with a phrase of at least `minWords` words that ends at the end of
 * a word.
 */
export function beginsWith(
  letters: readonly Letter[],
  phrases: readonly PhraseTree[],
  fillers: readonly PhraseTree[],
  minWords: number,
): boolean {
  const places = createPlaces(letters);
  let begins = false;
  for (const [at, place] of places.entries()) {
    if (place === UNREACHED) continue;
    const fillerEnd = addFillers(places, letters, at, fillers);
    for (const tree of phrases)
      findPhrases(tree, letters, at, (end, words) => {
        begins ||= words >= minWords && end >= fillerEnd && letters[end - 1]?.end === 'word';
      });
  }
  return begins;
}

/** Returns whether the letters consist entirely of phrases, the last of which may be incomplete. */
export function mayBecome(letters: readonly Letter[], phrases: readonly PhraseTree[]): boolean {
  const places = createPlaces(letters);
  for (const [at, place] of places.entries()) {
    if (place === UNREACHED || at === letters.length) continue;
    if (phrases.some((tree) => beginsPhrase(tree, letters, at))) return true;
    addFillers(places, letters, at, phrases);
  }
  return false;
}

/** The text before a position between two letters, as bits: only fillers; at least one phrase. */
const UNREACHED = 0;
const BEHIND_FILLERS = 1;
const BEHIND_PHRASE = 2;

function createPlaces({ length }: readonly Letter[]): Uint8Array {
  const places = new Uint8Array(length + 1);
  places[0] = BEHIND_FILLERS;
  return places;
}

/** Marks the positions after the fillers at `at`. Returns the end of the longest. */
function addFillers(
  places: Uint8Array,
  letters: readonly Letter[],
  at: number,
  fillers: readonly PhraseTree[],
): number {
  const place = places[at] ?? UNREACHED;
  let longest = at;
  for (const tree of fillers)
    findPhrases(tree, letters, at, (end) => {
      add(places, end, place);
      longest = Math.max(longest, end);
    });
  return longest;
}

function add(places: Uint8Array, at: number, place: number): void {
  places[at] = (places[at] ?? UNREACHED) | place;
}
