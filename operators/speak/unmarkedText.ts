import { needsSound } from '../../src/core/speakable.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';

/**
 * The unmarked text of an utterance, and whether it has audio. Audio counts for all the text before it, because some
 * providers mark several sentences at once.
 */
export class UnmarkedText {
  #text = '';
  /** Offset of the text in the utterance. */
  #from = 0;
  #hasAudio = false;

  /** Adds an event. Returns whether it marks words that had no audio. */
  add(event: SpeechEvent): boolean {
    if (event.kind === 'text') this.#text += event.text;
    else if (event.kind === 'audio') this.#hasAudio = true;
    else if (event.kind === 'mark') return this.#mark(event.chars);
    return false;
  }

  /** Ends the utterance. Returns whether words without audio are left. */
  end(): boolean {
    return this.#mark(Number.POSITIVE_INFINITY);
  }

  #mark(chars: number): boolean {
    const length = Math.min(chars - this.#from, this.#text.length);
    if (length <= 0) return false;
    const isMute = !this.#hasAudio && needsSound(this.#text.slice(0, length));
    this.#text = this.#text.slice(length);
    this.#from += length;
    if (this.#text === '') this.#hasAudio = false;
    return isMute;
  }
}
