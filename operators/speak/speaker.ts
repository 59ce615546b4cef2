import { asyncScheduler, type Observable, type Subscriber } from 'rxjs';
import type { SpeechEvent, TurnEvent } from '../../src/core/turn.ts';
import { operate } from '../../src/stream/operate.ts';
import { prepareSpeech, type PreparedSpeech } from './prepareSpeech.ts';
import { ReplySpeech, type ReplySpeechOptions } from './replySpeech.ts';
import type { SpeakOptions } from './speakOptions.ts';
import { Voices, type Voice } from './voices.ts';

/** Speaks one reply at a time. */
export class Speaker {
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
      existingSpeech: options.existingSpeech,
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
    this.#voices.start(this.#out, replacing);
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
  #follow<T>(input: Observable<T> | undefined, next: (value: T) => void, complete: () => void = () => {}): void {
    if (input !== undefined) operate(input, this.#out, { next, complete });
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
