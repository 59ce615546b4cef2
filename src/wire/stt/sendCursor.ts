import type { Utterance, UtteranceLog } from './utteranceLog.ts';

/** The next thing to send over a connection. */
export type SendCommand =
  | { readonly kind: 'begin'; readonly utterance: number }
  | { readonly kind: 'end'; readonly utterance: number; readonly over: boolean }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array };

/** The position of one connection in the log: each unsettled utterance is sent once, from its begin to its end. */
export class SendCursor {
  readonly #log: UtteranceLog;
  /** Null between utterances. */
  #utterance: Utterance | null = null;
  /** The number of chunks of its audio that were sent. */
  #chunks = 0;
  /** The number of the utterance that was begun last. */
  #last = -1;

  constructor(log: UtteranceLog) {
    this.#log = log;
  }

  /** The next command; null if there is none for now. */
  get next(): SendCommand | null {
    const current = this.#utterance;
    if (current === null || current.answer !== null) return this.#nextBegin();
    const { number: utterance, audio, ended, over } = current;
    const samples = audio[this.#chunks];
    if (samples !== undefined) return { kind: 'audio', utterance, samples };
    return ended ? { kind: 'end', utterance, over } : null;
  }

  /** Moves behind `command`, which was the next. */
  advance({ kind, utterance }: SendCommand): void {
    if (kind === 'audio') this.#chunks += 1;
    if (kind === 'end') this.#utterance = null;
    if (kind !== 'begin') return;
    this.#utterance = this.#log.unsettled.find(({ number }) => number === utterance) ?? null;
    this.#chunks = 0;
    this.#last = utterance;
  }

  #nextBegin(): SendCommand | null {
    const utterance = this.#log.unsettled.find(({ number }) => number > this.#last);
    return utterance === undefined ? null : { kind: 'begin', utterance: utterance.number };
  }
}
