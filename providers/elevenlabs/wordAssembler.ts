import { UNSPACED_SCRIPTS } from '../../src/core/text.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** Characters with their times in ms; lists of one length. */
export interface CharacterAlignment {
  readonly chars: readonly string[];
  readonly startsMs: readonly number[];
  readonly durationsMs: readonly number[];
}

/** An assembler of words from an utterance's characters, which arrive in parts, each with its audio. */
export interface WordAssembler {
  /**
   * Returns the words that are complete with `characters`.
   *
   * @param atMs audio of the utterance before these characters, in ms
   */
  push(characters: CharacterAlignment, atMs: number): readonly SpokenWord[];
  /** Returns the incomplete word, if any. */
  end(): readonly SpokenWord[];
}

/**
 * Creates an assembler. A word ends with white space; in scripts without spaces each character is a word. Times may
 * count from the part they arrive in, as documented, or from the start of the utterance, as one client assumes:
 * whichever of the two the first time is nearer to applies.
 */
export function createWordAssembler(): WordAssembler {
  let word: SpokenWord | null = null;
  const end = (): readonly SpokenWord[] => {
    const ended = word === null ? [] : [word];
    word = null;
    return ended;
  };
  const add = ({ text, startMs, endMs }: SpokenWord): readonly SpokenWord[] => {
    if (text.trim() === '') return end();
    const ended = UNSPACED.test(text) ? end() : [];
    word = { text: `${word?.text ?? ''}${text}`, startMs: word?.startMs ?? startMs, endMs };
    return ended;
  };
  return { push: (characters, atMs) => toTimedCharacters(characters, atMs).flatMap(add), end };
}

const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

function toTimedCharacters({ chars, startsMs, durationsMs }: CharacterAlignment, atMs: number): readonly SpokenWord[] {
  const isRelative = (startsMs[0] ?? 0) <= atMs / 2;
  const baseMs = isRelative ? atMs : 0;
  return chars.map((text, n) => {
    const startMs = baseMs + (startsMs[n] ?? 0);
    return { text, startMs, endMs: startMs + (durationsMs[n] ?? 0) };
  });
}
