import type { Observable, Subscriber, Unsubscribable } from 'rxjs';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import type { FillerPiece, FillerSpeech } from './fillerSpeech.ts';
import { Part, type PartOptions, type PartOwner, type Parts } from './part.ts';
import { COMPLETE, type TextPiece } from './textGrowth.ts';

/** The utterance whose parts are spoken. */
export interface PartsOwner extends PartOwner {
  /** Returns what the next part is spoken with. */
  createPartOptions(isFiller: boolean): PartOptions;
  /** Drops what is not spoken of a filler: so many characters from an offset in the utterance's text on. */
  dropText(at: number, chars: number): void;
  /** Called once, when everything is spoken. */
  onSpoken(): void;
}

/**
 * Speaks the parts of an utterance, each with a request of its own, one behind the other in one text and one audio. A filler is emitted
 * word by word, as it is sent to the user. What is left of it is dropped at the end of a word as soon as the part behind it has audio.
 */
export class UtteranceParts implements Parts {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #owner: PartsOwner;
  /** What was sent. A filler goes on when all audio so far was sent; undefined: it does not wait. */
  readonly #sent: Observable<unknown> | undefined;
  /** Those that are not over, in order: the first one is emitted. */
  #parts: Part[] = [];
  /** True if the next part is a filler. */
  #isFiller = false;
  /** The part whose text grows. */
  #growing: Part | null = null;
  #isTextOver = false;
  #isOver = false;
  /** What was emitted before the first part. */
  #charsBefore = 0;
  #samplesBefore = 0;
  #samples = 0;
  #sampleRate = 1000;
  #sentSamples = 0;
  /** False while no audio begins: a filler does not begin then. */
  #isOpen: boolean;
  /** Wakes a filler that waits for what is sent. */
  #waiting: Unsubscribable | undefined;
  #isMoving = false;

  constructor(out: Subscriber<SpeechEvent>, owner: PartsOwner, sent: Observable<unknown> | undefined, isOpen: boolean) {
    this.#out = out;
    this.#owner = owner;
    this.#sent = sent;
    this.#isOpen = isOpen;
  }

  setSent(samples: number): void {
    this.#sentSamples = samples;
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen) this.move();
  }

  add(piece: TextPiece): void {
    if (piece === COMPLETE) return this.#growing?.completeText();
    if (typeof piece === 'object') {
      this.#endText();
      this.#isFiller = piece.isFiller;
      return;
    }
    const part = this.#growing ?? this.#begin();
    part.chars += piece.length;
    part.addText(piece);
  }

  /** Ends the text of the utterance: that of a reply that has failed, or all of it. */
  end(hasFailed: boolean): void {
    this.#isTextOver = true;
    if (hasFailed) this.#failText();
    else this.#endText();
    this.move();
  }

  /** Ends the utterance before its time, or at its end. */
  stop(): void {
    this.#isOver = true;
    this.#waiting?.unsubscribe();
    for (const part of this.#parts) {
      part.stop();
      part.giveWay();
    }
    this.#parts = [];
  }

  /** Emits an event of the first part, at its place in the utterance. */
  emit(event: SpeechEvent): void {
    if (event.kind === 'audio') {
      this.#samples += event.frame.samples.length;
      this.#sampleRate = event.frame.sampleRate;
    }
    if (!this.#isOver)
      this.#out.next(this.#charsBefore === 0 && this.#samplesBefore === 0 ? event : this.#place(event));
  }

  makeWayFor(part: Part): void {
    for (const before of this.#parts.slice(0, this.#parts.indexOf(part))) before.giveWay();
    this.move();
  }

  move(): void {
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#moveOnce());
    this.#isMoving = false;
    if (!this.#isTextOver || this.#parts.length > 0 || this.#isOver) return;
    this.#isOver = true;
    this.#owner.onSpoken();
  }

  #endText(): void {
    const part = this.#growing;
    this.#growing = null;
    part?.endText();
  }

  #failText(): void {
    const part = this.#growing;
    this.#growing = null;
    part?.failText();
  }

  #begin(): Part {
    const part = new Part(this, this.#owner, this.#owner.createPartOptions(this.#isFiller));
    if (this.#parts.length > 0) part.held = [];
    this.#growing = part;
    this.#parts.push(part);
    if (this.#isFiller) this.#waitForSent();
    part.start();
    return part;
  }

  /** Subscribes behind all who were there before: a filler goes on when everyone knows what was sent. */
  #waitForSent(): void {
    this.#waiting ??= this.#sent?.subscribe(
      createOperatorSubscriber(this.#out, { next: () => this.move(), complete: () => {} }),
    );
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
    this.#charsBefore += spoken;
    this.#samplesBefore = this.#samples;
    if (spoken < chars) this.#owner.dropText(this.#charsBefore, chars - spoken);
    const [next] = this.#parts;
    const held = next?.held ?? [];
    if (next !== undefined) next.held = null;
    for (const event of held) this.emit(event);
  }

  #mayGoOn({ hasBegun }: Part): boolean {
    if (this.#sent === undefined || !this.#isAwaited()) return true;
    return this.#sentSamples >= this.#samples && (hasBegun || this.#isOpen);
  }

  /** Returns whether text may follow that the filler has to give way to. */
  #isAwaited(): boolean {
    return !this.#isTextOver || this.#parts.some(({ filler, isOver }) => filler === null && !isOver);
  }

  #emitPiece({ text, spoken, samples, sampleRate, words }: FillerPiece, { takenChars }: FillerSpeech): void {
    const { name: utterance } = this.#owner;
    if (text !== '') this.emit({ kind: 'text', utterance, text, filler: true, ...(spoken && { spoken }) });
    if (words.length > 0) this.emit({ kind: 'words', utterance, words });
    if (samples.length > 0) this.emit({ kind: 'audio', utterance, frame: { samples, sampleRate } });
    if (text !== '') this.emit({ kind: 'mark', utterance, chars: takenChars });
  }

  #place(event: SpeechEvent): SpeechEvent {
    const chars = this.#charsBefore;
    if (event.kind === 'mark') return { ...event, chars: event.chars + chars };
    if (event.kind !== 'words') return event;
    const ms = (this.#samplesBefore * 1000) / this.#sampleRate;
    const place = ({ from, to, startMs, endMs }: (typeof event.words)[number]): (typeof event.words)[number] => ({
      from: from + chars,
      to: to + chars,
      startMs: startMs + ms,
      endMs: endMs + ms,
    });
    return { ...event, words: event.words.map(place) };
  }
}
