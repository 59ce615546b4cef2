import { Subscription, timer } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import type { WordTiming } from '../../core/turn.ts';
import { WordAligner } from './wordAligner.ts';
import type { SpokenWord } from './dialect.ts';
import type { UtteranceText } from './attempt.ts';
import { mustSound } from '../../core/speakable.ts';
import { TimedWords } from './timedWords.ts';

export interface SynthesisOutputOptions {
  /** In Hz. */
  readonly sampleRate: number;
  /** The utterance's text so far. */
  readonly text: UtteranceText;
  readonly emit: (event: TtsEvent) => void;
  readonly scheduler: SchedulerLike;
}

/** The most by which a provider that rounds its times lets the last word end after all audio, in ms. */
const ROUNDING_MS = 100;
/** How long no audio has come when what a last word lacks of its time is taken for rounding, in ms. */
const QUIET_MS = 500;
/** What times in floating point, or in whole ms, may differ by. */
const EPSILON_MS = 1;

/** What has come of an utterance, and what that says of its text: sound, words behind theirs, and marks. */
export class SynthesisOutput {
  readonly #options: SynthesisOutputOptions;
  readonly #alignment: WordAligner = new WordAligner();
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

  /** What follows begins at offset `from` of the text; times count from here. */
  begin(from: number): void {
    this.stop();
    this.#alignment.restart(from);
    this.#timings = new TimedWords();
    this.#baseMs = this.#ms();
  }

  /** Text has come: if it needs no sound, that is all of it. */
  textAdded(): void {
    const { text } = this.#options.text;
    if (!needsSound(text.slice(this.#marked))) this.#mark(text.length);
  }

  sound(samples: Int16Array): void {
    const { emit, sampleRate } = this.#options;
    this.#samples += samples.length;
    emit({ kind: 'audio', frame: { samples, sampleRate } });
    this.#tell(this.#timings.due(this.#ms()));
  }

  words(words: readonly SpokenWord[]): void {
    const { text } = this.#options.text;
    const timed = words.flatMap((word) => this.#alignment.add(text, word));
    this.#timings.add(timed.map((word) => this.#shifted(word)));
    this.#tell(this.#timings.due(this.#ms()));
  }

  /** All sound of the first `chars` of the text has come. */
  completeTo(chars: number): void {
    this.stop();
    const rest = this.#alignment.settle(this.#options.text.text, chars);
    this.#timings.add(rest.map((word) => this.#shifted(word)));
    this.#tell(this.#timings.all(this.#ms()));
    this.#mark(chars);
    this.textAdded();
  }

  /** Frees the timer: nothing more comes, or it is known how far the text is spoken. */
  stop(): void {
    this.#quiet.unsubscribe();
  }

  /**
   * Marks the text when its last word has its sound. Where that lacks no more than rounding explains, the mark waits for
   * the audio or, where none comes, for `QUIET_MS`. Text that is whole is marked by the end of the utterance.
   */
  #tell(words: readonly WordTiming[]): void {
    this.stop();
    this.#emitWords(words);
    const lacksMs = this.#lacksMs();
    const hasBegun = (this.#timings.last?.startMs ?? Infinity) < this.#ms();
    if (lacksMs <= EPSILON_MS && hasBegun) this.#spokenOut();
    else if (lacksMs <= ROUNDING_MS)
      this.#quiet = timer(QUIET_MS, this.#options.scheduler).subscribe(() => {
        if (this.#lacksMs() <= ROUNDING_MS) this.#spokenOut();
      });
  }

  /** How much audio of the text's last word has not come, in ms; infinite where that word is not timed, or not the last. */
  #lacksMs(): number {
    const { last } = this.#timings;
    const { text, isComplete } = this.#options.text;
    const isOpen = isComplete || last === null || !this.hasSound || needsSound(text.slice(last.to));
    return isOpen ? Infinity : last.endMs - this.#ms();
  }

  #spokenOut(): void {
    this.#emitWords(this.#timings.all(this.#ms()));
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

const TAG = /<\/?[a-z][^<>]*>/giu;

/** No provider times symbols or tags: text without anything else has come as soon as what is before it has. */
function needsSound(text: string): boolean {
  return mustSound(text.replaceAll(TAG, ''));
}
