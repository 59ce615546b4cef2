import type { SpeechEvent } from '../../src/core/turn.ts';
import { FillerSpeech } from './fillerSpeech.ts';
import { PartSpeech, type PartSpeechOptions, type PartUtterance } from './partSpeech.ts';

/** The parts of an utterance. */
export interface Parts {
  /** Emits an event of the first part. */
  emit(event: SpeechEvent): void;
  /** Emits everything that may be emitted now. */
  move(): void;
  /** Ends the fillers before a part that has audio. */
  makeWayFor(part: Part): void;
}

/** The utterance that a part belongs to. */
export interface PartOwner extends PartUtterance {
  /** Ends the utterance with an error. */
  fail(error: unknown): void;
  /** Reports filler text that was sent to the provider and will not be spoken. */
  reportUnspoken(text: string): void;
}

export interface PartOptions extends PartSpeechOptions {
  readonly isFiller: boolean;
}

/**
 * A part of an utterance. It passes its events on when it is first in line. The events of a filler are taken from it
 * word by word.
 */
export class Part extends PartSpeech {
  readonly #parts: Parts;
  readonly #owner: PartOwner;
  readonly filler: FillerSpeech | null;
  /** The held events of a part that is not first yet; null once they pass. */
  held: SpeechEvent[] | null = null;
  /** The number of characters of its text. */
  chars: number = 0;
  isOver: boolean = false;
  /** True once any of a filler was emitted. */
  hasBegun: boolean = false;
  /** True for a filler that emits nothing more. */
  hasGivenWay: boolean = false;
  /** True once text with words was sent. */
  #hasWords = false;

  constructor(parts: Parts, owner: PartOwner, options: PartOptions) {
    super(owner, options);
    this.#parts = parts;
    this.#owner = owner;
    this.filler = options.isFiller ? new FillerSpeech() : null;
  }

  /** Ends a filler after the words emitted so far. */
  giveWay(): void {
    if (this.filler === null || this.hasGivenWay) return;
    this.hasGivenWay = true;
    this.stop();
    if (this.filler.unspoken !== '') this.#owner.reportUnspoken(this.filler.unspoken);
  }

  protected override onEvent(event: SpeechEvent): void {
    try {
      if (this.filler === null && this.held === null) this.#parts.emit(event);
      else this.#hold(event);
    } catch (error) {
      this.#owner.fail(error);
    }
  }

  protected override onEnd(): void {
    this.filler?.complete();
    this.isOver = true;
    this.#parts.move();
  }

  /** Reports the error of a filler without ending the utterance. */
  protected override onError(error: unknown): void {
    if (this.filler === null) return this.#owner.fail(error);
    this.#owner.report(error);
    this.giveWay();
    this.#parts.move();
  }

  #hold(event: SpeechEvent): void {
    if (this.filler !== null) {
      this.filler.add(event);
      return this.#parts.move();
    }
    this.held?.push(event);
    if (event.kind === 'text') this.#hasWords ||= event.text.trim() !== '';
    if (event.kind === 'audio' && this.#hasWords) this.#parts.makeWayFor(this);
  }
}
