import { SpokenMap, type SpokenSpan } from '../../src/core/spokenText.ts';
import { mustSound } from '../../src/core/speakable.ts';
import type { WordTiming } from '../../src/core/turn.ts';
import type { TextNormalizer } from '../normalizeForSpeech/textNormalizer.ts';

/** The part of an utterance's text, in spans, that one piece of its speech covers. */
export interface SpokenPiece {
  readonly text: string;
  /** Undefined if the text is spoken as written. */
  readonly spoken?: readonly SpokenSpan[] | undefined;
}

/** Converts an utterance's text to its spoken form, and maps speech back to the text. */
export class SpokenText {
  readonly #normalizer: TextNormalizer;
  /** Spans that no piece covers yet. */
  #waiting: SpokenSpan[] = [];
  /** Maps the text that the pieces cover so far. */
  readonly #map: SpokenMap = new SpokenMap();
  #spoken = '';
  /** Start of a changed span whose last word has no timing yet. */
  #startMs: number | null = null;

  /** `before`: the text before the utterance, as context for its beginning. */
  constructor(normalizer: TextNormalizer, before: string) {
    this.#normalizer = normalizer;
    normalizer.add(before);
    normalizer.flush();
  }

  /** Adds generated text. Returns the text to speak now. */
  add(delta: string): string {
    return this.#keep(this.#normalizer.add(delta));
  }

  /** Treats the text so far as complete. Returns the text still to be spoken. */
  flush(): string {
    return this.#keep(this.#normalizer.flush());
  }

  #keep(spans: readonly SpokenSpan[]): string {
    for (const span of spans) this.#waiting.push(span);
    return spans.map(({ spoken }) => spoken).join('');
  }

  /** Takes the text of a piece that goes to TTS, with any silent text after it. */
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

  /** Takes the silent text at the end, if any. */
  takeSilent(): readonly SpokenPiece[] {
    const piece = this.takePiece('');
    return piece.text === '' ? [] : [piece];
  }

  /** Returns how many characters of the text the first `spoken` spoken characters cover. */
  countChars(spoken: number): number {
    return this.#map.toTextBehindSilence(spoken);
  }

  /** Maps timed spoken words to words of the text. */
  findWords(words: readonly WordTiming[]): readonly WordTiming[] {
    return words.flatMap((word) => this.#toWord(word) ?? []);
  }

  /** Merges the words of a changed span into one, which ends with the last of them. */
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

/** Splits a span after its first spoken characters. The text of a changed span stays with the second half. */
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
