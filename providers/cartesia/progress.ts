import { mustSound } from '../../src/core/speakable.ts';
import { WordAligner } from '../../src/wire/tts/wordAligner.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** How far a context has come with its text, by the words that Cartesia times; until it times one, by its audio alone. */
export class SpokenProgress {
  readonly #alignment: WordAligner = new WordAligner();
  #text = '';
  /** Up to where it is spoken. */
  #spoken = 0;
  #hasAudio = false;
  #isTimed = false;

  addText(text: string): void {
    this.#text += text;
  }

  /** Audio does not tell what it says: without times, all that was given before it counts as spoken. */
  addAudio(): void {
    this.#hasAudio = true;
    if (!this.#isTimed) this.#spoken = this.#text.length;
  }

  /** A word that is not found is spoken otherwise than written, and could be any of the text: to say it twice is worse. */
  addWords(words: readonly SpokenWord[]): void {
    for (const word of words) {
      if (!mustSound(word.text)) continue;
      this.#isTimed = true;
      this.#spoken = this.#alignment.add(this.#text, word).at(-1)?.to ?? this.#text.length;
    }
  }

  /** The text that is left to be spoken; `''` before the first audio: what has never sounded is not tried again. */
  get unspokenText(): string {
    return this.#hasAudio ? this.#text.slice(this.#spoken).replace(PUNCTUATION_OF_LAST_WORD, '') : '';
  }
}

const PUNCTUATION_OF_LAST_WORD = /^\p{P}*\s*/u;
