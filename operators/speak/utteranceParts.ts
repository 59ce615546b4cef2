import type { Observable, Subscriber, Unsubscribable } from 'rxjs';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { FillerSpeech, type FillerPiece } from './fillerSpeech.ts';
import type { PartText } from './partText.ts';
import { COMPLETE, type PartStart, type TextPiece } from './textGrowth.ts';

export interface PartsOptions {
  readonly utterance: string;
  /** Speaks a part: emits its events to `to`, which owns it, and returns its text, which grows. */
  readonly speakPart: (part: PartStart, to: Subscriber<SpeechEvent>) => PartText;
  /** What was sent. A filler goes on when all audio so far was sent; undefined: it does not wait. */
  readonly sent: Observable<unknown> | undefined;
  /** False while no audio begins: a filler does not begin then. */
  readonly isOpen: boolean;
  readonly emit: (event: SpeechEvent) => void;
  /** Called once, when everything is spoken. */
  readonly onEnd: () => void;
  /** Called with what has failed of an answer. */
  readonly onError: (error: unknown) => void;
  /** Called with what is dropped of a filler: so many characters from an offset in the utterance's text on. */
  readonly onDropped: (at: number, chars: number) => void;
  /** Called with the text of a filler that the provider has got, and that is not spoken. */
  readonly onUnspoken: (text: string) => void;
  /** Called with what has failed of a filler: that costs the filler only. */
  readonly onFailed: (error: unknown) => void;
}

interface Part {
  readonly filler: FillerSpeech | null;
  /** Events of a part whose turn has not come; null: they pass. */
  held: SpeechEvent[] | null;
  /** The number of characters of its text. */
  chars: number;
  isOver: boolean;
  hasBegun: boolean;
  /** True once text with words was sent. */
  hasWords: boolean;
  /** True for a filler of which nothing more is emitted. */
  hasGivenWay: boolean;
  speech: { unsubscribe(): void } | null;
}

/**
 * Speaks the parts of an utterance, each with a request of its own, one behind the other in one text and one audio. A filler is emitted
 * word by word, as it is sent to the user. What is left of it is dropped at the end of a word as soon as the part behind it has audio.
 */
export class UtteranceParts {
  /** Owns the speech of the parts. */
  readonly #owner: Subscriber<never>;
  readonly #options: PartsOptions;
  /** Those that are not over, in order: the first one is emitted. */
  #parts: Part[] = [];
  #next: PartStart = { isFiller: false };
  /** The text of the part that grows. */
  #text: PartText | null = null;
  #isTextOver = false;
  #isOver = false;
  /** What was emitted before the first part. */
  #before = { chars: 0, samples: 0 };
  #samples = 0;
  #sampleRate = 1000;
  #sentSamples = 0;
  #isOpen: boolean;
  /** Wakes a filler that waits for what is sent. */
  #waiting: Unsubscribable | undefined;
  #isMoving = false;

  constructor(owner: Subscriber<never>, options: PartsOptions) {
    this.#owner = owner;
    this.#options = options;
    this.#isOpen = options.isOpen;
  }

  setSent(samples: number): void {
    this.#sentSamples = samples;
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen) this.#move();
  }

  add(piece: TextPiece): void {
    if (piece === COMPLETE) return this.#text?.setComplete();
    if (typeof piece === 'object') {
      this.#endText();
      this.#next = piece;
      return;
    }
    this.#text ??= this.#begin(this.#next);
    const grown = this.#parts.at(-1);
    if (grown !== undefined) grown.chars += piece.length;
    this.#text.add(piece);
  }

  /** Ends the text of the utterance; null: without an error. */
  end(error: unknown): void {
    const text = this.#text;
    this.#text = null;
    this.#isTextOver = true;
    if (error === null) text?.end();
    else text?.fail(error);
    this.#move();
  }

  /** Ends the utterance before its time, or at its end. */
  stop(): void {
    this.#isOver = true;
    this.#waiting?.unsubscribe();
    for (const part of this.#parts) this.#stop(part);
    this.#parts = [];
  }

  #endText(): void {
    const text = this.#text;
    this.#text = null;
    text?.end();
  }

  #begin(start: PartStart): PartText {
    const isFirst = this.#parts.length === 0;
    const part: Part = {
      filler: start.isFiller ? new FillerSpeech() : null,
      held: isFirst ? null : [],
      chars: 0,
      isOver: false,
      hasBegun: false,
      hasWords: false,
      hasGivenWay: false,
      speech: null,
    };
    this.#parts.push(part);
    if (start.isFiller) this.#waitForSent();
    const speech = createOperatorSubscriber<SpeechEvent>(this.#owner, {
      next: (event) => this.#take(part, event),
      error: (error) => this.#onError(part, error),
      complete: () => this.#onEnd(part),
    });
    part.speech = speech;
    return this.#options.speakPart(start, speech);
  }

  /** Subscribes behind all who were there before: a filler goes on when everyone knows what was sent. */
  #waitForSent(): void {
    this.#waiting ??= this.#options.sent?.subscribe(
      createOperatorSubscriber(this.#owner, { next: () => this.#move(), complete: () => {} }),
    );
  }

  #take(part: Part, event: SpeechEvent): void {
    try {
      this.#onEvent(part, event);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #onEvent(part: Part, event: SpeechEvent): void {
    if (part.filler !== null) {
      part.filler.add(event);
      return this.#move();
    }
    if (part.held === null) return this.#emit(event);
    part.held.push(event);
    if (event.kind === 'text') part.hasWords ||= event.text.trim() !== '';
    if (event.kind !== 'audio' || !part.hasWords) return;
    for (const before of this.#parts.slice(0, this.#parts.indexOf(part))) this.#giveWay(before);
    this.#move();
  }

  #onEnd(part: Part): void {
    // The provider has closed its stream when the next reply begins.
    part.speech?.unsubscribe();
    part.filler?.complete();
    part.isOver = true;
    this.#move();
  }

  #onError(part: Part, error: unknown): void {
    part.speech?.unsubscribe();
    if (part.filler === null) return this.#options.onError(error);
    this.#options.onFailed(error);
    this.#giveWay(part);
    this.#move();
  }

  #stop(part: Part): void {
    part.speech?.unsubscribe();
    this.#giveWay(part);
  }

  /** Ends a filler with what was emitted of it. */
  #giveWay(part: Part): void {
    const { filler, hasGivenWay, speech } = part;
    if (filler === null || hasGivenWay) return;
    part.hasGivenWay = true;
    speech?.unsubscribe();
    if (filler.unspoken !== '') this.#options.onUnspoken(filler.unspoken);
  }

  /** Goes on with what may be emitted now. */
  #move(): void {
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#moveOnce());
    this.#isMoving = false;
    if (!this.#isTextOver || this.#parts.length > 0 || this.#isOver) return;
    this.#isOver = true;
    this.#options.onEnd();
  }

  /** Returns whether there may be more to do. */
  #moveOnce(): boolean {
    const [part] = this.#parts;
    if (part === undefined || this.#isOver) return false;
    const { filler, isOver, hasGivenWay } = part;
    if (hasGivenWay || (filler === null ? isOver : filler.isOver)) {
      this.#endFirst(part);
      return true;
    }
    if (filler === null || !this.#mayGoOn(part)) return false;
    const piece = filler.take();
    if (piece === null) return false;
    part.hasBegun = true;
    this.#emitPiece(piece, filler);
    return true;
  }

  /** Ends the first part, drops what was not emitted of a filler, and emits what the next part has brought so far. */
  #endFirst({ filler, chars }: Part): void {
    const spoken = filler?.takenChars ?? chars;
    this.#parts.shift();
    this.#before = { chars: this.#before.chars + spoken, samples: this.#samples };
    if (spoken < chars) this.#options.onDropped(this.#before.chars, chars - spoken);
    const [next] = this.#parts;
    const held = next?.held ?? [];
    if (next !== undefined) next.held = null;
    for (const event of held) this.#emit(event);
  }

  #mayGoOn({ hasBegun }: Part): boolean {
    if (this.#options.sent === undefined || !this.#isAwaited()) return true;
    return this.#sentSamples >= this.#samples && (hasBegun || this.#isOpen);
  }

  /** Returns whether text may follow that the filler has to give way to. */
  #isAwaited(): boolean {
    return !this.#isTextOver || this.#parts.some(({ filler, isOver }) => filler === null && !isOver);
  }

  #emitPiece({ text, spoken, samples, sampleRate, words }: FillerPiece, { takenChars }: FillerSpeech): void {
    const { utterance } = this.#options;
    if (text !== '') this.#emit({ kind: 'text', utterance, text, filler: true, ...(spoken && { spoken }) });
    if (words.length > 0) this.#emit({ kind: 'words', utterance, words });
    if (samples.length > 0) this.#emit({ kind: 'audio', utterance, frame: { samples, sampleRate } });
    if (text !== '') this.#emit({ kind: 'mark', utterance, chars: takenChars });
  }

  /** Emits an event of the first part, at its place in the utterance. */
  #emit(event: SpeechEvent): void {
    if (event.kind === 'audio') {
      this.#samples += event.frame.samples.length;
      this.#sampleRate = event.frame.sampleRate;
    }
    this.#options.emit(this.#before.samples === 0 && this.#before.chars === 0 ? event : this.#place(event));
  }

  #place(event: SpeechEvent): SpeechEvent {
    const { chars } = this.#before;
    if (event.kind === 'mark') return { ...event, chars: event.chars + chars };
    if (event.kind !== 'words') return event;
    const ms = (this.#before.samples * 1000) / this.#sampleRate;
    const place = ({ from, to, startMs, endMs }: (typeof event.words)[number]): (typeof event.words)[number] => ({
      from: from + chars,
      to: to + chars,
      startMs: startMs + ms,
      endMs: endMs + ms,
    });
    return { ...event, words: event.words.map(place) };
  }
}
