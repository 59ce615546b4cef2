import type { SpokenSpan } from '../../src/core/spokenText.ts';
import type { SpeechEvent, WordTiming } from '../../src/core/turn.ts';
import { findWordEnds, type WordEnd } from '../../src/core/wordEnds.ts';

/** A piece of a filler. */
export interface FillerPiece {
  readonly text: string;
  /** The text sent to TTS for it; undefined if that is the text itself. */
  readonly spoken: readonly SpokenSpan[] | undefined;
  readonly samples: Int16Array;
  readonly sampleRate: number;
  /** Its words, with their positions in the filler. */
  readonly words: readonly WordTiming[];
}

/** The end of a piece of a filler. */
interface End {
  readonly chars: number;
  readonly samples: number;
}

/**
 * The speech of a filler as it is synthesised, taken piece by piece, each ending with a word. Word timings tell where
 * words end. Without timings, the ends are estimated once the whole filler is synthesised, by spreading its characters
 * over the audio. The sample values are never examined, because a recording does not contain them.
 */
export class FillerSpeech {
  #text = '';
  readonly #spans: SpokenSpan[] = [];
  /** True if any of it is spoken differently from how it is written. */
  #isChanged = false;
  readonly #audio: SampleBuffer = new SampleBuffer();
  #sampleRate = 1000;
  /** The words not yet taken, in order. */
  #words: WordTiming[] = [];
  #hasTimings = false;
  /** The ends of the words of the text; null until known. */
  #wordEnds: readonly WordEnd[] | null = null;
  #isComplete = false;
  /** The end of the last piece taken. */
  #taken: End = { chars: 0, samples: 0 };

  /** True once everything has been taken. */
  get isOver(): boolean {
    return this.#isComplete && !this.#isBefore(this.#wholeEnd());
  }

  /** The number of characters taken so far. */
  get takenChars(): number {
    return this.#taken.chars;
  }

  /** The text sent to TTS for the part not yet taken. */
  get unspoken(): string {
    return spansFrom(this.#spans, this.#taken.chars)
      .map(({ spoken }) => spoken)
      .join('');
  }

  /** Adds a synthesis event. */
  add(event: SpeechEvent): void {
    if (event.kind === 'text') {
      this.#text += event.text;
      this.#wordEnds = null;
      this.#isChanged ||= event.spoken !== undefined;
      this.#spans.push(...(event.spoken ?? [{ text: event.text, spoken: event.text }]));
    } else if (event.kind === 'audio') {
      this.#audio.append(event.frame.samples);
      this.#sampleRate = event.frame.sampleRate;
    } else if (event.kind === 'words') {
      this.#hasTimings = true;
      const isNew = ({ to }: WordTiming): boolean => to > this.#taken.chars;
      this.#words = [...this.#words, ...event.words.filter(isNew)].toSorted((a, b) => a.to - b.to);
    }
  }

  /** Marks the synthesis as complete. */
  complete(): void {
    this.#isComplete = true;
  }

  /**
   * Takes the piece up to the end of the next word, or the rest after the last word; null if its end is not known yet.
   */
  take(): FillerPiece | null {
    const end = this.#findEnd();
    if (end === null || !this.#isBefore(end)) return null;
    const { chars: from, samples: first } = this.#taken;
    this.#taken = end;
    const count = this.#words.filter(({ to }) => to <= end.chars).length;
    return {
      text: this.#text.slice(from, end.chars),
      spoken: this.#isChanged ? spansFrom(spansTo(this.#spans, end.chars), from) : undefined,
      samples: this.#audio.slice(first, end.samples),
      sampleRate: this.#sampleRate,
      words: this.#words.splice(0, count),
    };
  }

  #isBefore({ chars, samples }: End): boolean {
    return chars > this.#taken.chars || samples > this.#taken.samples;
  }

  #wholeEnd(): End {
    return { chars: this.#text.length, samples: this.#audio.length };
  }

  #findEnd(): End | null {
    const last = this.#findLastTimed();
    const [word, next] = [this.#words[last], this.#words[last + 1]];
    if (word === undefined) return this.#isComplete ? this.#findRest() : null;
    const samples = Math.round((word.endMs * this.#sampleRate) / 1000);
    if (!this.#isComplete && (next === undefined || samples > this.#audio.length)) return null;
    const chars = next === undefined ? this.#text.length : this.#text.slice(0, next.from).trimEnd().length;
    return { chars: findStretchEnd(this.#spans, Math.max(word.to, chars)), samples: this.#clamp(samples) };
  }

  /** Finds the timed word that completes the next word. A voice may time parts of words, such as syllables. */
  #findLastTimed(): number {
    const word = this.#findWords().find(({ to }) => to > this.#taken.chars);
    return word === undefined ? 0 : this.#words.findIndex(({ to }) => to >= word.to);
  }

  #findWords(): readonly WordEnd[] {
    this.#wordEnds ??= findWordEnds(this.#text);
    return this.#wordEnds;
  }

  /** Finds the end of the next word without timings; after the last timed word, the end of the filler. */
  #findRest(): End {
    const end = this.#wholeEnd();
    if (this.#hasTimings) return end;
    const ends = this.#findWords().map(({ cutAt }) => findStretchEnd(this.#spans, cutAt));
    const chars = ends.find((at) => at > this.#taken.chars);
    if (chars === undefined || chars === ends.at(-1)) return end;
    return { chars, samples: this.#clamp(Math.round((end.samples * chars) / end.chars)) };
  }

  #clamp(samples: number): number {
    return Math.min(this.#audio.length, Math.max(this.#taken.samples, samples));
  }
}

/** A growing buffer of samples. */
class SampleBuffer {
  #samples: Int16Array = new Int16Array(0);
  length: number = 0;

  append(samples: Int16Array): void {
    const length = this.length + samples.length;
    if (length > this.#samples.length) {
      const grown = new Int16Array(2 * length);
      grown.set(this.#samples);
      this.#samples = grown;
    }
    this.#samples.set(samples, this.length);
    this.length = length;
  }

  slice(from: number, to: number): Int16Array {
    return this.#samples.slice(from, Math.min(to, this.length));
  }
}

/**
 * Returns the end of the span around an offset if that span is spoken differently from how it is written; otherwise the
 * offset.
 */
function findStretchEnd(spans: readonly SpokenSpan[], at: number): number {
  let end = 0;
  for (const { text, spoken } of spans) {
    end += text.length;
    if (end >= at) return text === spoken ? at : end;
  }
  return at;
}

/**
 * Returns the spans of the first `chars` characters. Never splits a span that is spoken differently from how it is
 * written.
 */
function spansTo(spans: readonly SpokenSpan[], chars: number): readonly SpokenSpan[] {
  let left = chars;
  return spans.flatMap(({ text, spoken }) => {
    const count = Math.min(left, text.length);
    if (count <= 0 && (left < 0 || text !== '')) return [];
    left -= text.length;
    return text === spoken ? [{ text: text.slice(0, count), spoken: text.slice(0, count) }] : [{ text, spoken }];
  });
}

/** Returns the spans after the first `chars` characters. */
function spansFrom(spans: readonly SpokenSpan[], chars: number): readonly SpokenSpan[] {
  let skipped = 0;
  return spans.flatMap((span) => {
    const { text, spoken } = span;
    const from = Math.max(0, chars - skipped);
    skipped += text.length;
    if (from === 0 && (chars === 0 || skipped > chars || text !== '')) return [span];
    if (from >= text.length) return [];
    return text === spoken ? [{ text: text.slice(from), spoken: text.slice(from) }] : [span];
  });
}
