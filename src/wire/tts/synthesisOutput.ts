import { Subscription, timer, type SchedulerLike } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import type { WordTiming } from '../../core/turn.ts';
import { WordAligner } from './wordAligner.ts';
import type { SpokenWord } from './dialect.ts';
import type { UtteranceText } from './attempt.ts';
import { mustAwaitSound, needsSound } from '../../core/speakable.ts';
import { TimedWords } from './timedWords.ts';

export interface SynthesisOutputOptions {
  /** Sample rate in Hz. */
  readonly sampleRate: number;
  /** The utterance's text so far. */
  readonly text: UtteranceText;
  readonly emit: (event: TtsEvent) => void;
  readonly scheduler: SchedulerLike;
}

/** Maximum time by which rounding may place the end of the last word beyond the audio, in ms. */
const ROUNDING_MS = 100;
/** Time without audio after which the missing end of the last word counts as rounding, in ms. */
const QUIET_MS = 500;
/** Tolerance for times in floating point or in whole ms. */
const EPSILON_MS = 1;

/** The output of one utterance. Emits its audio, its words once their audio has arrived, and marks. */
export class SynthesisOutput {
  readonly #options: SynthesisOutputOptions;
  readonly #aligner: WordAligner = new WordAligner();
  #timings = new TimedWords();
  #samples = 0;
  #baseMs = 0;
  #marked = 0;
  /** The text after the mark that may not need any sound. */
  #unmarked = '';
  /** True if the text after the mark needs sound, whatever follows. */
  #awaitsSound = false;
  #quiet = Subscription.EMPTY;

  constructor(options: SynthesisOutputOptions) {
    this.#options = options;
  }

  get hasSound(): boolean {
    return this.#samples > 0;
  }

  /** The offset before which the text is not read again. */
  get readTo(): number {
    return Math.min(this.#marked, this.#aligner.from);
  }

  /** Begins an attempt at offset `from` of the text. Its times count from here. */
  begin(from: number): void {
    this.stop();
    this.#aligner.restart(from);
    this.#timings = new TimedWords();
    this.#baseMs = this.#ms();
  }

  /**
   * Records that `added` was added to the text, and marks it at once if it needs no sound. The time this takes does not
   * grow with the text so far.
   */
  textAdded(added: string): void {
    if (this.#awaitsSound) return;
    this.#unmarked += added;
    this.#markMute();
  }

  sound(samples: Int16Array): void {
    const { emit, sampleRate } = this.#options;
    this.#samples += samples.length;
    emit({ kind: 'audio', frame: { samples, sampleRate } });
    this.#update(this.#timings.takeDue(this.#ms()));
  }

  /** Looks for the next word at or after offset `from` of the text. */
  seek(from: number): void {
    this.#aligner.restart(from);
  }

  words(words: readonly SpokenWord[]): void {
    const timed = words.flatMap((word) => this.#aligner.add(this.#options.text, word));
    this.#timings.add(timed.map((word) => this.#shifted(word)));
    this.#update(this.#timings.takeDue(this.#ms()));
  }

  /** Records that all audio of the first `chars` of the text has arrived. */
  completeTo(chars: number): void {
    this.stop();
    const rest = this.#aligner.settle(this.#options.text, chars);
    this.#timings.add(rest.map((word) => this.#shifted(word)));
    this.#update(this.#timings.takeAll(this.#ms()));
    this.#mark(chars);
    this.#markMute();
  }

  /** Frees the timer. */
  stop(): void {
    this.#quiet.unsubscribe();
  }

  /**
   * Emits words, and marks the text when its last word has its audio. If at most `ROUNDING_MS` is missing, the mark
   * waits for the audio or, if none arrives, for `QUIET_MS`. The end of the utterance marks complete text.
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

  /**
   * Returns the missing audio of the text's last word, in ms. Infinite if that word is not timed, or if the last timed
   * word is not the last of the text.
   */
  #missingMs(): number {
    const { last } = this.#timings;
    const { text } = this.#options;
    const isOpen = text.isComplete || last === null || !this.hasSound || needsSound(text.slice(last.to));
    return isOpen ? Infinity : last.endMs - this.#ms();
  }

  #markMute(): void {
    if (this.#awaitsSound) return;
    if (needsSound(this.#unmarked)) this.#awaitsSound = mustAwaitSound(this.#unmarked);
    else this.#mark(this.#options.text.length);
  }

  #markAll(): void {
    this.#emitWords(this.#timings.takeAll(this.#ms()));
    this.#mark(this.#options.text.length);
  }

  #emitWords(words: readonly WordTiming[]): void {
    if (words.length > 0) this.#options.emit({ kind: 'words', words });
  }

  #mark(chars: number): void {
    if (chars <= this.#marked) return;
    this.#marked = chars;
    this.#unmarked = this.#options.text.slice(chars);
    this.#awaitsSound = false;
    this.#options.emit({ kind: 'mark', chars });
  }

  #shifted(word: WordTiming): WordTiming {
    return { ...word, startMs: word.startMs + this.#baseMs, endMs: word.endMs + this.#baseMs };
  }

  #ms(): number {
    return msOfSamples(this.#samples, this.#options.sampleRate);
  }
}
