import type { Subscriber } from 'rxjs';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../src/core/turn.ts';
import type { PreparedSpeech } from './prepareSpeech.ts';
import { ReplyText, type Span } from './replyText.ts';
import { Utterance, type SpokenReply, type UtteranceSettings } from './utterance.ts';
import type { Voice } from './voices.ts';

/** The options shared by all replies. */
export interface ReplySpeechOptions extends UtteranceSettings {
  readonly prepared: PreparedSpeech | null;
  /** Called after the last event of each utterance. */
  readonly onEnd: () => void;
}

/** Speaks one reply. Its text may grow until the next reply begins; running utterances finish on their own. */
export class ReplySpeech implements SpokenReply {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #options: ReplySpeechOptions;
  readonly turn: number;
  readonly voice: Voice;
  readonly text: ReplyText;
  #hasBegun = false;
  #isTextOver = false;
  #mayBePrepared: boolean;
  #utterances = 0;
  /** Replaced, never mutated, so that a loop over it is not disturbed. */
  #running: readonly Utterance[] = [];

  constructor(out: Subscriber<SpeechEvent>, turn: number, voice: Voice, options: ReplySpeechOptions) {
    this.#out = out;
    this.turn = turn;
    this.voice = voice;
    this.text = new ReplyText(turn);
    this.#options = options;
    this.#mayBePrepared = options.prepared !== null;
  }

  /** True if no utterance is running. */
  get isSilent(): boolean {
    return this.#running.length === 0;
  }

  add(event: TurnEvent): void {
    if (!this.text.add(event)) return;
    const running = this.#running;
    for (let at = 0; at < running.length; at += 1) running[at]?.grow();
    if (this.#hasBegun || !this.text.hasWords) return;
    this.#hasBegun = true;
    this.resume(0);
  }

  /** Speaks the rest of the text as another utterance, given that the user heard the first `heardChars` characters. */
  resume(heardChars: number): void {
    this.text.dropUnheardFillers(heardChars);
    const from = this.voice.findResumeOffset(this.text, heardChars);
    const number = this.#utterances++;
    const repeatedChars = heardChars - from;
    const utterance = new Utterance(this.#out, this, this.#options, { number, from, repeatedChars });
    this.#running = [...this.#running, utterance];
    utterance.start();
    if (this.#isTextOver) utterance.endText();
  }

  /** Returns the provider for the next part. The first part that is not a filler continues with the prepared speech. */
  selectTts(utterance: Utterance, isFiller: boolean): TextToSpeech {
    const { tts } = this.voice;
    if (isFiller || !this.#mayBePrepared || !utterance.isFirst) return tts;
    this.#mayBePrepared = false;
    return this.#options.prepared?.take(this.turn, tts) ?? tts;
  }

  dropText(dropped: Span): void {
    this.text.drop(dropped);
  }

  onEnd(ended: Utterance): void {
    this.#running = this.#running.filter((other) => other !== ended);
    this.#options.onEnd();
  }

  /** Ends the text: the reply is complete. */
  endText(): void {
    this.#isTextOver = true;
    for (const utterance of this.#running) utterance.endText();
  }

  cut(name: string): void {
    for (const utterance of this.#running) if (utterance.name === name) utterance.cut('interrupted');
  }

  setSent(name: string, samples: number): void {
    const running = this.#running;
    for (let at = 0; at < running.length; at += 1) if (running[at]?.name === name) running[at]?.setSent(samples);
  }

  setOpen(isOpen: boolean): void {
    for (const utterance of this.#running) utterance.setOpen(isOpen);
  }

  /** Ends all utterances without an event. */
  stop(): void {
    for (const utterance of this.#running) utterance.stop();
    this.#running = [];
  }
}
