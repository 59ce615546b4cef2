import { msOfSamples } from '../../audio.ts';
import type { TtsEvent } from '../../ports.ts';
import type { WordTiming } from '../../turn.ts';
import { Alignment } from './alignment.ts';
import type { SpokenWord } from './dialect.ts';
import type { Script } from './leg.ts';
import { mustSound } from '../../speakable.ts';
import { Timings } from './timings.ts';

export interface SpokenOptions {
  /** In Hz. */
  readonly sampleRate: number;
  /** The utterance's text so far. */
  readonly script: Script;
  readonly emit: (event: TtsEvent) => void;
}

/** Providers round their times: a last word that is to end so much after all audio has its sound. */
const NEARLY_MS = 100;

/** What has come of an utterance, and what that says of its text: sound, words behind theirs, and marks. */
export class Spoken {
  readonly #options: SpokenOptions;
  readonly #alignment: Alignment = new Alignment();
  #timings = new Timings();
  #samples = 0;
  #baseMs = 0;
  #marked = 0;

  constructor(options: SpokenOptions) {
    this.#options = options;
  }

  get hasSound(): boolean {
    return this.#samples > 0;
  }

  /** What follows begins at offset `from` of the text; times count from here. */
  begin(from: number): void {
    this.#alignment.restart(from);
    this.#timings = new Timings();
    this.#baseMs = this.#ms();
  }

  /** Text has come: if it needs no sound, that is all of it. */
  given(): void {
    const { text } = this.#options.script;
    if (!needsSound(text.slice(this.#marked))) this.#mark(text.length);
  }

  sound(samples: Int16Array): void {
    const { emit, sampleRate } = this.#options;
    this.#samples += samples.length;
    emit({ kind: 'audio', frame: { samples, sampleRate } });
    this.#tell(this.#timings.due(this.#ms()));
  }

  words(words: readonly SpokenWord[]): void {
    const { text } = this.#options.script;
    const timed = words.flatMap((word) => this.#alignment.add(text, word));
    this.#timings.add(timed.map((word) => this.#shifted(word)));
    this.#tell(this.#timings.due(this.#ms()));
  }

  /** All sound of the first `chars` of the text has come. */
  wholeTo(chars: number): void {
    const rest = this.#alignment.settle(this.#options.script.text, chars);
    this.#timings.add(rest.map((word) => this.#shifted(word)));
    this.#tell(this.#timings.all(this.#ms()));
    this.#mark(chars);
    this.given();
  }

  /** Where the last word has its sound, and no word follows in the text, all the text has; what is whole ends by itself. */
  #tell(words: readonly WordTiming[]): void {
    this.#emitWords(words);
    const { last } = this.#timings;
    const { text, whole } = this.#options.script;
    if (whole || last === null || !this.hasSound || last.endMs > this.#ms() + NEARLY_MS) return;
    if (needsSound(text.slice(last.to))) return;
    this.#emitWords(this.#timings.all(this.#ms()));
    this.#mark(text.length);
  }

  #emitWords(words: readonly WordTiming[]): void {
    if (words.length > 0) this.#options.emit({ kind: 'words', words });
  }

  #mark(chars: number): void {
    if (chars <= this.#marked) return;
    this.#marked = chars;
    this.#options.emit({ kind: 'mark', chars });
  }

  #shifted(word: WordTiming): WordTiming {
    return { ...word, startMs: word.startMs + this.#baseMs, endMs: word.endMs + this.#baseMs };
  }

  #ms(): number {
    return msOfSamples(this.#samples, this.#options.sampleRate);
  }
}

const TAG = /<\/?[a-z][^<>]*>/giu;

/** No provider times symbols or tags: text without anything else has come as soon as what is before it has. */
function needsSound(text: string): boolean {
  return mustSound(text.replaceAll(TAG, ''));
}
