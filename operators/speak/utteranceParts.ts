import type { Observable, Subscriber, Unsubscribable } from 'rxjs';
import { operate } from '../../src/stream/operate.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import type { FillerPiece, FillerSpeech } from './fillerSpeech.ts';
import { Part, type PartOptions, type PartOwner, type Parts } from './part.ts';
import { COMPLETE, type TextPiece } from './textGrowth.ts';

/** The utterance that owns the parts. */
export interface PartsOwner extends PartOwner {
  /** Returns the options for speaking the next part, which begins at the offset `at` in the utterance's text. */
  createPartOptions(isFiller: boolean, at: number): PartOptions;
  /** Drops the unspoken rest of a filler: `chars` characters from the offset `at` in the utterance's text. */
  dropText(at: number, chars: number): void;
  /** Called once, when everything is spoken. */
  onSpoken(): void;
}

/**
 * Speaks the parts of an utterance one after another, each with its own request, as one text and one stream of audio.
 * Emits a filler word by word, at the pace at which it is sent to the user. Drops the rest of the filler at a word end
 * as soon as the next part has audio.
 */
export class UtteranceParts implements Parts {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #owner: PartsOwner;
  /**
   * Emits as audio is sent. A filler continues once all its audio so far has been sent; if undefined, it does not wait.
   */
  readonly #sent: Observable<unknown> | undefined;
  /** The unfinished parts, in order. The first one is being emitted. */
  #parts: Part[] = [];
  /** True if the next part is a filler. */
  #isFiller = false;
  /** The part whose text grows. */
  #growing: Part | null = null;
  #isTextOver = false;
  #isOver = false;
  /** The number of characters emitted before the first part. */
  #charsBefore = 0;
  #samplesBefore = 0;
  #samples = 0;
  #sampleRate = 1000;
  #sentSamples = 0;
  /** False while no audio may begin, and therefore no filler. */
  #isOpen: boolean;
  /** Wakes a filler that is waiting for audio to be sent. */
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

  /** Ends the text of the utterance because the reply is complete or has failed. */
  end(hasFailed: boolean): void {
    this.#isTextOver = true;
    if (hasFailed) this.#failText();
    else this.#endText();
    this.move();
  }

  /** Ends the utterance, at its end or early. */
  stop(): void {
    this.#isOver = true;
    this.#waiting?.unsubscribe();
    for (const part of this.#parts) {
      part.stop();
      part.giveWay();
    }
    this.#parts = [];
  }

  /** Emits an event of the first part, with offsets in the utterance. */
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
    const at = this.#parts.reduce((chars, before) => chars + before.chars, this.#charsBefore);
    const part = new Part(this, this.#owner, this.#owner.createPartOptions(this.#isFiller, at));
    if (this.#parts.length > 0) part.held = [];
    this.#growing = part;
    this.#parts.push(part);
    if (this.#isFiller) this.#waitForSent();
    part.start();
    return part;
  }

  /** Subscribes after all earlier subscribers, so that a filler continues only once they know what was sent. */
  #waitForSent(): void {
    if (this.#sent !== undefined)
      this.#waiting ??= operate(this.#sent, this.#out, { next: () => this.move(), complete: () => {} });
  }

  /** Does one step. Returns whether there may be more to do. */
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

  /** Ends the first part, drops the unemitted rest of a filler, and emits the held events of the next part. */
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

  /** Returns whether text may follow that the filler must give way to. */
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
