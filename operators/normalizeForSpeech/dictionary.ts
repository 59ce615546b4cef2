import {
  characterAt,
  isOfWord,
  MORE,
  UNSPACED,
  type Cursor,
  type Dictionary,
  type Entry,
  type Verdict,
} from './cursor.ts';

/** Creates a dictionary. Omits entries without letters, digits or signs. */
export function createDictionary(entries: Readonly<Record<string, string>>): Dictionary {
  const dictionary = new Map<string, Entry[]>();
  const longestFirst = Object.entries(entries).toSorted(([a], [b]) => b.length - a.length);
  for (const [key, spoken] of longestFirst) {
    const written = withPlainApostrophes(key.trim());
    if (written === '') continue;
    const first = characterAt(written, 0).toLowerCase();
    const entry = { written, spoken, isExact: written !== written.toLowerCase() };
    dictionary.set(first, [...(dictionary.get(first) ?? []), entry]);
  }
  return dictionary;
}

/** Matches an entry of the dictionary: one or more whole words. */
export function sayEntry(cursor: Cursor): Verdict {
  const { text, at, ended, place, words } = cursor;
  const first = withPlainApostrophes(characterAt(text, at));
  const entries = words.dictionary.get(first.toLowerCase());
  if (entries === undefined || (isOfWord(first) && isOfWord(place.before))) return null;
  for (const entry of entries) {
    const found = findEntry(entry, text, at);
    if (found !== null && found !== 'whole' && !ended) return MORE;
    if (found === 'whole' || found === 'last') return { length: entry.written.length, spoken: entry.spoken };
  }
  return null;
}

/**
 * Compares an entry with the text. `begun`: more text could complete it. `last`: more text could show that it is only
 * part of a word.
 */
function findEntry({ written, isExact }: Entry, text: string, at: number): 'begun' | 'whole' | 'last' | null {
  const found = withPlainApostrophes(text.slice(at, at + written.length));
  if (!written.startsWith(isExact ? found : found.toLowerCase())) return null;
  if (found.length < written.length) return 'begun';
  const after = characterAt(text, at + written.length);
  if (isOfWord(written.slice(-1)) && isOfWord(after)) return null;
  return after === '' && !isUnspacedEnd(written) ? 'last' : 'whole';
}

/** Replaces typographic apostrophes, because models and dictionaries write both don't and don’t. */
function withPlainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}

function isUnspacedEnd(written: string): boolean {
  return UNSPACED.test(written.slice(-1)) || UNSPACED.test(written.slice(-2));
}
