import {
  asyncScheduler,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  type Subscriber,
  type Unsubscribable,
} from 'rxjs';
import { checkRange } from '../src/core/checkRange.ts';
import type { AntiphonError } from '../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech } from '../src/core/ports.ts';
import type { DraftText, SpeechEvent, SpeechProgress, TurnEvent } from '../src/core/turn.ts';
import { createOperatorSubscriber } from '../src/stream/operatorSubscriber.ts';
import { prepareSpeech, type PreparedSpeech } from './speak/prepareSpeech.ts';
import { ReplySpeech, type ReplySpeechOptions } from './speak/replySpeech.ts';
import { createVoice, Voices, type SpokenOptions, type Voice } from './speak/voices.ts';

export interface SpeakOptions {
  readonly tts: TextToSpeech;
  /**
   * Providers that replace it. Each speaks the replies that begin after it is emitted, and is kept warm from then on.
   * @default none
   */
  readonly replacing?: Observable<TextToSpeech> | undefined;
  /**
   * The text of answers that are held until their turns are committed. The first sentence of each is synthesised at
   * once and held. A reply that begins with that sentence continues from there; otherwise the sentence is discarded.
   * @default none
   */
  readonly drafts?: Observable<DraftText> | undefined;
  /** Rate of the emitted audio, in Hz. @default the provider's */
  readonly sampleRate?: number | undefined;
  /** Cuts an utterance at once and cancels its synthesis. */
  readonly cut?: Observable<{ readonly utterance: string }> | undefined;
  /** Speaks the rest of a reply as another utterance, given that the user heard its first `heardChars` characters. */
  readonly resume?: Observable<{ readonly turn: number; readonly heardChars: number }> | undefined;
  /**
   * The number of samples sent of each utterance. With it, each word of a filler is emitted once all audio before it
   * has been sent, so that the answer need not wait for the filler's end. Without it, a filler is emitted as it is
   * synthesised. @default none
   */
  readonly sent?: Observable<{ readonly utterance: string; readonly samples: number }> | undefined;
  /** While false, no audio may begin, so fillers wait. Must emit the current value on subscribing. @default true */
  readonly open?: Observable<boolean> | undefined;
  /** Time without new text after which a reply is spoken up to its last whole word, in ms. @default 1000 */
  readonly stallMs?: number | undefined;
  /** Longest wait for the first audio after the first text, in ms. @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** Longest wait for more audio after the end of playback of the audio so far, in ms. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /**
   * Speaks the text in the form that `normalizeForSpeech` gives it in the provider's language. Text events, marks and
   * timings refer to the text as written. @default the text as written
   */
  readonly spoken?: SpokenOptions | undefined;
  /** Called with the provider's errors and warnings. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /**
   * Called with progress: events about the providers behind a port such as a fallback, and the fate of speech for
   * `drafts`.
   */
  readonly progress?: ((event: ProviderProgress | SpeechProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Speaks replies: sends text to the TTS provider in sentences, or as it arrives if the provider accepts that, and emits
 * audio at `sampleRate`. Each utterance is a bracket `started … ended`; `cut`, an early end of the reply or the next
 * reply can cut it short. Joins the rounds of a reply with a space. A resumed reply repeats the beginning of the clause
 * that was cut. Keeps the provider warm while replies may follow. Completes when its inputs have completed and
 * everything is spoken. Unsubscribing cancels the synthesis.
 *
 * ```text
 * reply   s-t----e-----        s started, t "Hi.", e complete
 * tts            --a|          the audio of "Hi."
 * speech  --s----t-a(e)        s started, t text sent, a audio, e complete
 * ```
 *
 * @example
 * ```ts
 * import type { TurnEvent } from 'antiphon';
 * import { pace, speak } from 'antiphon/operators';
 * import { localTts } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const reply: Observable<TurnEvent>; // from `llmTurn`
 * reply.pipe(speak({ tts: localTts() }), pace()).subscribe((command) => console.log(command.kind));
 * ```
 */
export function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent> {
  checkRange('stallMs', options.stallMs ?? 0, 0);
  const first = createVoice(options.tts, options);
  return (events) => new Observable((out) => new Speaker(out, first, options).start(events));
}

/** Speaks one reply at a time. */
class Speaker {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #options: SpeakOptions;
  readonly #voices: Voices;
  readonly #prepared: PreparedSpeech | null;
  readonly #ofReplies: ReplySpeechOptions;
  #reply: ReplySpeech | null = null;
  #isOpen = true;
  #mayResume: boolean;
  #isOver = false;

  constructor(out: Subscriber<SpeechEvent>, first: Voice, options: SpeakOptions) {
    const { drafts, resume, sent, sampleRate = options.tts.sampleRate, stallMs = 1000 } = options;
    const { firstAudioTimeoutMs = 5000, audioTimeoutMs = 3000 } = options;
    const { report = () => {}, progress = () => {}, scheduler = asyncScheduler } = options;
    this.#out = out;
    this.#options = options;
    this.#mayResume = resume !== undefined;
    this.#voices = new Voices(first, options);
    this.#prepared =
      drafts === undefined ? null : prepareSpeech({ ...options, drafts, voice: () => this.#voices.next });
    this.#ofReplies = {
      prepared: this.#prepared,
      sampleRate,
      stallMs,
      limits: { firstMs: firstAudioTimeoutMs, eachMs: audioTimeoutMs },
      sent,
      isOpen: () => this.#isOpen,
      onEnd: () => this.#completeIfOver(),
      report,
      progress,
      scheduler,
    };
  }

  start(events: Observable<TurnEvent>): void {
    const { replacing, resume, cut, sent, open } = this.#options;
    this.#out.add(this.#voices);
    this.#out.add(() => this.#stop());
    this.#voices.start();
    this.#voices.add(this.#follow(replacing, (tts) => this.#voices.replace(tts)));
    this.#follow(
      resume,
      ({ turn, heardChars }) => this.#resume(turn, heardChars),
      () => this.#endResuming(),
    );
    this.#follow(cut, ({ utterance }) => this.#reply?.cut(utterance));
    this.#follow(sent, ({ utterance, samples }) => this.#reply?.setSent(utterance, samples));
    this.#follow(open, (isOpen) => this.#setOpen(isOpen));
    this.#follow(
      events,
      (event) => this.#add(event),
      () => this.#end(),
    );
  }

  /** Subscribes to an optional input. */
  #follow<T>(
    input: Observable<T> | undefined,
    next: (value: T) => void,
    complete: () => void = () => {},
  ): Unsubscribable | undefined {
    return input?.subscribe(createOperatorSubscriber<T>(this.#out, { next, complete }));
  }

  #add(event: TurnEvent): void {
    const before = this.#reply;
    if (event.kind === 'started' && event.turn !== before?.turn) this.#begin(event.turn);
    before?.add(event);
  }

  /** Begins a reply, which ends the previous one. */
  #begin(turn: number): void {
    this.#prepared?.keepOnly(turn);
    this.#reply = new ReplySpeech(this.#out, turn, this.#voices.begin(), this.#ofReplies);
  }

  #resume(turn: number, heardChars: number): void {
    if (this.#reply?.turn === turn) this.#reply.resume(heardChars);
  }

  #setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#reply?.setOpen(isOpen);
  }

  #endResuming(): void {
    this.#mayResume = false;
    this.#completeIfOver();
  }

  #end(): void {
    this.#isOver = true;
    this.#voices.unsubscribe();
    this.#reply?.endText();
    this.#completeIfOver();
  }

  #completeIfOver(): void {
    const isSilent = this.#reply === null || (this.#reply.isSilent && !this.#mayResume);
    if (this.#isOver && isSilent) this.#out.complete();
  }

  #stop(): void {
    this.#reply?.stop();
    this.#prepared?.unsubscribe();
  }
}
