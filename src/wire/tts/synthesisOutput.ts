import { Subscription, timer, type SchedulerLike } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import type { WordTiming } from '../../core/turn.ts';
import { WordAligner } from './wordAligner.ts';
import type { SpokenWord } from './dialect.ts';
import type { UtteranceText } from './attempt.ts';
import { needsSound } from '../../core/speakable.ts';
import { TimedWords } from './timedWords.ts';

export interface SynthesisOutputOptions {
  /** In Hz. */
  readonly sampleRate: number;
  /** The utterance's text so far. */
  readonly text: UtteranceText;
  readonly emit: (event: TtsEvent) => void;
  readonly scheduler: SchedulerLike;
}

/** The rounding of a provider's times: the last word may end so much after the audio, in ms. */
const ROUNDING_MS = 100;
/** The time without audio after which the missing end of the last word counts as rounding, in ms. */
const QUIET_MS = 500;
/** The tolerance of times in floating point, or in whole ms. */
const EPSILON_MS = 1;

/** The output of one utterance: emits its audio, its words once their audio has come, and marks. */
export class SynthesisOutput {
  readonly #options: SynthesisOutputOptions;
  readonly #aligner: WordAligner = new WordAligner();
  #timings = new TimedWords();
  #samples = 0;
  #baseMs = 0;
  #marked = 0;
  #quiet = Subscription.EMPTY;

  constructor(options: SynthesisOutputOptions) {
    this.#options = options;
  }

  get hasSound(): boolean {
    return this.#samples > 0;
  }

  /** Begins an attempt at offset `from` of the text; its times count from here. */
  begin(from: number): void {
    this.stop();
    this.#aligner.restart(from);
    this.#timings = new TimedWords();
    this.#baseMs = this.#ms();
  }

  /** Notes that text was added; marks it at once if it needs no sound. */
  textAdded(): void {
    const { text } = this.#options.text;
    if (!needsSound(text.slice(this.#marked))) this.#mark(text.length);
  }

  sound(samples: Int16Array): void {
    const { emit, sampleRate } = this.#options;
    this.#samples += samples.length;
    emit({ kind: 'audio', frame: { samples, sampleRate } });
    this.#update(this.#timings.takeDue(this.#ms()));
  }

  words(words: readonly SpokenWord[]): void {
    const { text } = this.#options.text;
    const timed = words.flatMap((word) => this.#aligner.add(text, word));
    this.#timings.add(timed.map((word) => this.#shifted(word)));
    this.#update(this.#timings.takeDue(this.#ms()));
  }

  /** Notes that all audio of the first `chars` of the text has come. */
  completeTo(chars: number): void {
    this.stop();
    const rest = this.#aligner.settle(this.#options.text.text, chars);
    this.#timings.add(rest.map((word) => this.#shifted(word)));
    this.#update(this.#timings.takeAll(this.#ms()));
    this.#mark(chars);
    this.textAdded();
  }

  /** Frees the timer. */
  stop(): void {
    this.#quiet.unsubscribe();
  }

  /**
   * Emits words, and marks the text when its last word has its audio. If no more than `ROUNDING_MS` is missing, the mark waits
   * for the audio or, if none comes, for `QUIET_MS`. Complete text is marked by the end of the utterance.
   */
  #update(words: readonly WordTiming[]): void {
    this.stop();
    this.#emitWords(words);
    const missingMs = this.#missingMs();
    const hasBegun = (this.#timings.last?.startMs ?? Infinity) < this.#ms();
    if (missingMs <= EPSILON_MS && hasBegun) this.#markAll();
    else if (missingMs <= ROUNDING_MS)
      this.#quiet = timer(QUIET_MS, this.#options.scheduler).subscribe(() => {
        if (this.#missingMs() <= ROUNDING_MS) this.#markAll();
      });
  }

  /** Returns the missing audio of the text's last word, in ms; infinite if that word is not timed, or not the last. */
  #missingMs(): number {
    const { last } = this.#timings;
    const { text, isComplete } = this.#options.text;
    const isOpen = isComplete || last === null || !this.hasSound || needsSound(text.slice(last.to));
    return isOpen ? Infinity : last.endMs - this.#ms();
  }

  #markAll(): void {
    this.#emitWords(this.#timings.takeAll(this.#ms()));
    this.#mark(this.#options.text.text.length);
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
