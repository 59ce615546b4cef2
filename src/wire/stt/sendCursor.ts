import type { UtteranceLog, Utterance } from './utteranceLog.ts';

/** The next thing that a connection is to be told. */
export type SendCommand =
  | { readonly kind: 'begin'; readonly utterance: number }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: number };

/** Where one connection is in the book: each unsettled utterance is read once, from its begin to its end. */
export class SendCursor {
  readonly #book: UtteranceLog;
  /** Null: between utterances. */
  #utterance: Utterance | null = null;
  /** How much of its audio was read. */
  #chunks = 0;
  /** The number of the utterance that was read last. */
  #last = -1;

  constructor(book: UtteranceLog) {
    this.#book = book;
  }

  /** Null: there is nothing more, for now. */
  get next(): SendCommand | null {
    const reading = this.#utterance;
    if (reading === null || reading.answer !== null) return this.#nextBegin();
    const { number: utterance, audio, ended } = reading;
    const samples = audio[this.#chunks];
    if (samples !== undefined) return { kind: 'audio', utterance, samples };
    return ended ? { kind: 'end', utterance } : null;
  }

  /** `word`, which was the next, has been told. */
  advance({ kind, utterance }: SendCommand): void {
    if (kind === 'audio') this.#chunks += 1;
    if (kind === 'end') this.#utterance = null;
    if (kind !== 'begin') return;
    this.#utterance = this.#book.unsettled.find(({ number }) => number === utterance) ?? null;
    this.#chunks = 0;
    this.#last = utterance;
  }

  #nextBegin(): SendCommand | null {
    const utterance = this.#book.unsettled.find(({ number }) => number > this.#last);
    return utterance === undefined ? null : { kind: 'begin', utterance: utterance.number };
  }
}
