import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** Characters with their times in ms; lists of one length. */
export interface CharacterAlignment {
  readonly chars: readonly string[];
  readonly startsMs: readonly number[];
  readonly durationsMs: readonly number[];
}

/** Makes words of an utterance's characters, which come in stretches, each with its audio. */
export interface WordAssembler {
  /**
   * The words that are whole with `characters`.
   *
   * @param atMs how much audio of the utterance came before
   */
  push(characters: CharacterAlignment, atMs: number): readonly SpokenWord[];
  /** The word under way: nothing more belongs to it. */
  end(): readonly SpokenWord[];
}

/**
 * A word ends with white space; the characters of scripts without spaces are words of their own. Times may count from the stretch
 * they come with, as the documentation has it, or from the utterance's beginning, as one client takes them: the first
 * time tells, by what it is nearer to.
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

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function toTimedCharacters({ chars, startsMs, durationsMs }: CharacterAlignment, atMs: number): readonly SpokenWord[] {
  const isRelative = (startsMs[0] ?? 0) <= atMs / 2;
  const baseMs = isRelative ? atMs : 0;
  return chars.map((text, n) => {
    const startMs = baseMs + (startsMs[n] ?? 0);
    return { text, startMs, endMs: startMs + (durationsMs[n] ?? 0) };
  });
}
