import type { WordTiming } from '../../../core/turn.ts';
import { asNumber, asText, type JsonObject } from '../../json.ts';

type Time = Pick<WordTiming, 'startMs' | 'endMs'> & { readonly text: string };

/** The text of an item and the times of its words, whichever comes first. */
export class ItemWords {
  #text = '';
  /** The offset in the text behind the last word that was found. */
  #found = 0;
  #times: readonly Time[] = [];

  addText(delta: string): readonly WordTiming[] {
    this.#text += delta;
    return this.#match();
  }

  addTime({ audio_offset_ms, audio_duration_ms, text }: JsonObject): readonly WordTiming[] {
    const [startMs, lengthMs] = [asNumber(audio_offset_ms), asNumber(audio_duration_ms)];
    if (startMs === null || lengthMs === null || asText(text).trim() === '') return [];
    this.#times = [...this.#times, { text: asText(text).trim(), startMs, endMs: startMs + lengthMs }];
    return this.#match();
  }

  /** Finds the words in the text, in order. A word that is written in another way is passed over. */
  #match(): readonly WordTiming[] {
    const matched: WordTiming[] = [];
    for (let at = 0; at < this.#times.length; ) {
      const { text, startMs, endMs } = this.#times[at] as Time;
      const from = this.#text.indexOf(text, this.#found);
      at += 1;
      if (from < 0) continue;
      this.#found = from + text.length;
      matched.push({ from, to: this.#found, startMs, endMs });
      this.#times = this.#times.slice(at);
      at = 0;
    }
    return matched;
  }
}
