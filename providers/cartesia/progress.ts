import { mustSound } from '../../src/core/speakable.ts';
import { WordAligner } from '../../src/wire/tts/wordAligner.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** The spoken part of a context's text, by its timed words; before the first timed word, by its audio alone. */
export class SpokenProgress {
  readonly #alignment: WordAligner = new WordAligner();
  #text = '';
  /** End of the spoken text. */
  #spoken = 0;
  #hasAudio = false;
  #isTimed = false;

  addText(text: string): void {
    this.#text += text;
  }

  /** Notes audio. Without timed words, all text before it counts as spoken. */
  addAudio(): void {
    this.#hasAudio = true;
    if (!this.#isTimed) this.#spoken = this.#text.length;
  }

  /** Notes timed words. If one is not found in the text, all text counts as spoken: saying it twice would be worse. */
  addWords(words: readonly SpokenWord[]): void {
    for (const word of words) {
      if (!mustSound(word.text)) continue;
      this.#isTimed = true;
      this.#spoken = this.#alignment.add(this.#text, word).at(-1)?.to ?? this.#text.length;
    }
  }

  /** The text that is not spoken yet; `''` before the first audio: text without any audio is not repeated. */
  get unspokenText(): string {
    return this.#hasAudio ? this.#text.slice(this.#spoken).replace(PUNCTUATION_OF_LAST_WORD, '') : '';
  }
}

const PUNCTUATION_OF_LAST_WORD = /^\p{P}*\s*/u;
