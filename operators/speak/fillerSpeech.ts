import type { SpokenSpan } from '../../src/core/spokenText.ts';
import type { SpeechEvent, WordTiming } from '../../src/core/turn.ts';
import { findWordEnds, type WordEnd } from '../../src/core/wordEnds.ts';

/** A stretch of a filler. */
export interface FillerPiece {
  readonly text: string;
  /** What was spoken for it. Undefined: the text. */
  readonly spoken: readonly SpokenSpan[] | undefined;
  readonly samples: Int16Array;
  readonly sampleRate: number;
  /** Its words, with their places in the filler. */
  readonly words: readonly WordTiming[];
}

/** Where a stretch of a filler ends. */
interface End {
  readonly chars: number;
  readonly samples: number;
}

/**
 * The speech of a filler as it is synthesised, from which stretches that end with a word are taken. Word timings say where words end. Without
 * them, they are estimated when all of it is synthesised: text is spread over the audio by characters. The samples themselves decide nothing: a
 * recording does not have them.
 */
export class FillerSpeech {
  #text = '';
  readonly #spans: SpokenSpan[] = [];
  /** True if something is spoken otherwise than written. */
  #isChanged = false;
  readonly #audio: SampleBuffer = new SampleBuffer();
  #sampleRate = 1000;
  /** Those that were not taken, in order. */
  #words: WordTiming[] = [];
  #hasTimings = false;
  /** The ends of the words of the text; null: not known. */
  #wordEnds: readonly WordEnd[] | null = null;
  #isComplete = false;
  /** What was taken. */
  #taken: End = { chars: 0, samples: 0 };

  /** True if there is no more to take. */
  get isOver(): boolean {
    return this.#isComplete && !this.#isBefore(this.#wholeEnd());
  }

  /** The number of characters that were taken. */
  get takenChars(): number {
    return this.#taken.chars;
  }

  /** What was sent to TTS for the text that was not taken. */
  get unspoken(): string {
    return spansFrom(this.#spans, this.#taken.chars)
      .map(({ spoken }) => spoken)
      .join('');
  }

  /** Adds an event of its synthesis. */
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

  /** Notes that nothing more is synthesised. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Takes the stretch up to the end of the next word, or what is left behind the last one; null if that is not known yet. */
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

  /** Finds with which of the timed words the next word ends: a voice may time parts of words, such as syllables or the one in which it has failed. */
  #findLastTimed(): number {
    const word = this.#findWords().find(({ to }) => to > this.#taken.chars);
    return word === undefined ? 0 : this.#words.findIndex(({ to }) => to >= word.to);
  }

  #findWords(): readonly WordEnd[] {
    this.#wordEnds ??= findWordEnds(this.#text);
    return this.#wordEnds;
  }

  /** Finds the end of the next word without timings; behind the last timed word, the end. */
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

/** Samples that grow. */
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

/** Returns the end of the stretch inside of which an offset lies, if that is spoken otherwise than written; else the offset. */
function findStretchEnd(spans: readonly SpokenSpan[], at: number): number {
  let end = 0;
  for (const { text, spoken } of spans) {
    end += text.length;
    if (end >= at) return text === spoken ? at : end;
  }
  return at;
}

/** Returns the stretches of the first `chars` characters. One that is spoken otherwise than written is whole. */
function spansTo(spans: readonly SpokenSpan[], chars: number): readonly SpokenSpan[] {
  let left = chars;
  return spans.flatMap(({ text, spoken }) => {
    const count = Math.min(left, text.length);
    if (count <= 0 && (left < 0 || text !== '')) return [];
    left -= text.length;
    return text === spoken ? [{ text: text.slice(0, count), spoken: text.slice(0, count) }] : [{ text, spoken }];
  });
}

/** Returns the stretches behind the first `chars` characters. */
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
