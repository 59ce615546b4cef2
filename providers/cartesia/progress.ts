import { mustSound, needsSound } from '../../src/core/speakable.ts';
import { WordAligner } from '../../src/wire/tts/wordAligner.ts';
import { HeldText } from '../../src/wire/tts/heldText.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** Tracks the spoken part of a context's text by its timed words or, before the first timed word, by its audio. */
export class SpokenProgress {
  readonly #alignment: WordAligner = new WordAligner();
  readonly #text: HeldText = new HeldText();
  /** End of the spoken text, by the words that have times. */
  #timedTo = 0;
  /** End of the text that had been sent before the last audio or time of a word. */
  #answeredTo = 0;
  #isTimed = false;

  addText(text: string): void {
    this.#text.append(text);
  }

  /** Records audio. Without timed words, all text before it counts as spoken. */
  addAudio(): void {
    this.#answeredTo = this.#text.length;
  }

  /**
   * Records timed words. If a word is not found in the text, all text counts as spoken, because saying it twice would
   * be worse.
   */
  addWords(words: readonly SpokenWord[]): void {
    for (const word of words) {
      if (!mustSound(word.text)) continue;
      this.#isTimed = true;
      this.#answeredTo = this.#text.length;
      this.#timedTo = this.#alignment.add(this.#text, word).at(-1)?.to ?? this.#text.length;
    }
    this.#text.release(this.#alignment.from);
  }

  /**
   * Returns the text that is not spoken when the context ends; `''` if it has no words. Text without any audio is not
   * repeated. `isFinished`: Cartesia has confirmed the end. Some text then has no times, and only text sent
   * after its last answer can have missed the context.
   */
  unspokenText(isFinished: boolean): string {
    if (this.#answeredTo === 0) return '';
    const spokenTo = this.#isTimed && !isFinished ? this.#timedTo : this.#answeredTo;
    const rest = this.#text.slice(spokenTo).replace(PUNCTUATION_OF_LAST_WORD, '');
    return needsSound(rest.replaceAll(SOUND, '')) ? rest : '';
  }
}

const PUNCTUATION_OF_LAST_WORD = /^(?![[])\p{P}*\s*/u;
/** A sound without a word time, such as `[laughter]`. */
const SOUND = /\[[^[\]]{0,40}\]/gu;
