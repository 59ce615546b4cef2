import { SpokenMap, type SpokenSpan } from '../../src/core/spokenText.ts';
import { mustSound } from '../../src/core/speakable.ts';
import type { WordTiming } from '../../src/core/turn.ts';
import type { TextNormalizer } from '../normalizeForSpeech/textNormalizer.ts';

/** The text of an utterance, and the stretches of it that one piece of its speech covers. */
export interface SpokenPiece {
  readonly text: string;
  /** Undefined: the text is spoken as it is written. */
  readonly spoken?: readonly SpokenSpan[] | undefined;
}

/** The text of an utterance that is spoken otherwise than written: turns it into what is spoken, and speech back into text. */
export class SpokenText {
  readonly #normalizer: TextNormalizer;
  /** Stretches that no piece covers yet. */
  #waiting: SpokenSpan[] = [];
  /** What the pieces so far cover. */
  readonly #map: SpokenMap = new SpokenMap();
  #spoken = '';
  /** Start of the words of a changed stretch whose last word has no time yet. */
  #startMs: number | null = null;

  /** `before`: the text before the utterance's, which decides what its beginning means. */
  constructor(normalizer: TextNormalizer, before: string) {
    this.#normalizer = normalizer;
    normalizer.add(before);
    normalizer.flush();
  }

  /** Adds generated text. Returns what is to be spoken now. */
  add(delta: string): string {
    return this.#keep(this.#normalizer.add(delta));
  }

  /** Returns what is to be spoken of the text so far: it is complete. */
  flush(): string {
    return this.#keep(this.#normalizer.flush());
  }

  #keep(spans: readonly SpokenSpan[]): string {
    for (const span of spans) this.#waiting.push(span);
    return spans.map(({ spoken }) => spoken).join('');
  }

  /** Takes the text of a piece that goes to TTS, with silent text behind it. */
  takePiece(piece: string): SpokenPiece {
    const taken: SpokenSpan[] = [];
    let left = piece.length;
    let next = this.#waiting[0];
    while (next !== undefined && (left > 0 || next.spoken === '')) {
      const [span, rest] = split(next, left);
      taken.push(span);
      left -= span.spoken.length;
      if (rest === null) this.#waiting.shift();
      else this.#waiting[0] = rest;
      next = this.#waiting[0];
    }
    this.#spoken += piece;
    for (const span of taken) this.#map.add(span);
    const text = taken.map((span) => span.text).join('');
    return text === piece ? { text } : { text, spoken: taken };
  }

  /** Takes the silent text at the end, if there is any. */
  takeSilent(): readonly SpokenPiece[] {
    const piece = this.takePiece('');
    return piece.text === '' ? [] : [piece];
  }

  /** Counts the characters of the text of which the first `spoken` characters are spoken. */
  countChars(spoken: number): number {
    return this.#map.toTextBehindSilence(spoken);
  }

  /** Finds the words of the text that are spoken by timed words. */
  findWords(words: readonly WordTiming[]): readonly WordTiming[] {
    return words.flatMap((word) => this.#toWord(word) ?? []);
  }

  /** The words of a changed stretch are one word, which ends with the last of them. */
  #toWord({ from, to, startMs, endMs }: WordTiming): WordTiming | null {
    const changedEnd = this.#map.findChangedEnd(to);
    const start = this.#startMs ?? startMs;
    if (changedEnd !== undefined && mustSound(this.#spoken.slice(to, changedEnd))) {
      this.#startMs = start;
      return null;
    }
    this.#startMs = null;
    const textFrom = this.#map.toTextBehindSilence(from);
    const textTo = this.#map.toText(changedEnd ?? to);
    return textTo > textFrom ? { from: textFrom, to: textTo, startMs: start, endMs } : null;
  }
}

/** Splits a stretch behind its first spoken characters. The text of a changed stretch goes with its end. */
function split(span: SpokenSpan, length: number): readonly [SpokenSpan, SpokenSpan | null] {
  const { text, spoken } = span;
  if (spoken.length <= length) return [span, null];
  const rest = spoken.slice(length);
  if (text !== spoken)
    return [
      { text: '', spoken: spoken.slice(0, length) },
      { text, spoken: rest },
    ];
  return [
    { text: text.slice(0, length), spoken: text.slice(0, length) },
    { text: rest, spoken: rest },
  ];
}
