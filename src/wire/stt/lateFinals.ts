import type { SttEvent } from '../../core/ports.ts';
import { addFinal } from '../../core/segmentText.ts';
import type { SttResult } from './dialect.ts';
import { joinPieces, shiftWords, type UtteranceText } from './transcriptPiece.ts';

/** An utterance that was answered at its deadline; its own answer may still come. */
export interface Unanswered {
  readonly utterance: number;
  readonly segment: number;
  /** The position of its audio in that of its segment, in ms. */
  readonly fromMs: number;
  readonly text: UtteranceText;
  /** The number of pieces in its final; a provisional final counts for none, as a later one replaces it. */
  readonly pieces: number;
  /** The text of its provisional final; `''`: it had none. */
  readonly provisional: string;
}

/** The number of utterances that are kept. */
const MAX_UTTERANCES = 8;

/** The late finals of one connection: answers that come after their deadline. */
export class LateFinals {
  #unanswered: readonly Unanswered[] = [];

  add(unanswered: Unanswered): void {
    this.#unanswered = [...this.#unanswered, unanswered].slice(-MAX_UTTERANCES);
  }

  /** Removes all: a lost connection sends no more answers. */
  clear(): void {
    this.#unanswered = [];
  }

  /** Returns the final that `result` completes, unless its text is known. */
  apply(result: SttResult): readonly SttEvent[] {
    const found = this.#unanswered.find(({ utterance }) => utterance === result.utterance);
    if (found === undefined || result.kind === 'interim' || result.kind === 'turn') return [];
    const others = this.#unanswered.filter((one) => one !== found);
    if (result.kind === 'piece') {
      this.#unanswered = [...others, { ...found, text: addFinal(found.text, result) }];
      return [];
    }
    this.#unanswered = others;
    const { text, details } = joinPieces(found.text.finals.slice(found.pieces));
    if (text === '' || text === found.provisional) return [];
    return [{ kind: 'final', segment: found.segment, text, last: false, ...shiftWords(details, found.fromMs) }];
  }
}
