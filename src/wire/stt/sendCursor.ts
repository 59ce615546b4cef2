import type { Utterance, UtteranceLog } from './utteranceLog.ts';

/** The next command to send over a connection. */
export type SendCommand =
  | { readonly kind: 'begin'; readonly utterance: number }
  | { readonly kind: 'end'; readonly utterance: number; readonly over: boolean }
  | { readonly kind: 'audio'; readonly utterance: number; readonly samples: Int16Array };

/** The position of a connection in the log. Sends each unsettled utterance once, from beginning to end. */
export class SendCursor {
  readonly #log: UtteranceLog;
  /** Null between utterances. */
  #utterance: Utterance | null = null;
  /** Number of chunks of its audio sent so far. */
  #chunks = 0;
  /** Number of the utterance that began last. */
  #last = -1;

  constructor(log: UtteranceLog) {
    this.#log = log;
  }

  /** The next command, or null if there is none for now. */
  get next(): SendCommand | null {
    const current = this.#utterance;
    if (current === null || current.answer !== null) return this.#nextBegin();
    const { number: utterance, audio, ended, over } = current;
    const samples = audio[this.#chunks];
    if (samples !== undefined) return { kind: 'audio', utterance, samples };
    return ended ? { kind: 'end', utterance, over } : null;
  }

  /** Advances past `command`, which was the next. */
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
