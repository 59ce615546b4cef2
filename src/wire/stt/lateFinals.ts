import type { SttEvent } from '../../core/ports.ts';
import { addFinal } from '../../core/segmentText.ts';
import type { SttResult } from './dialect.ts';
import { joinPieces, shiftWords, type UtteranceText } from './transcriptPiece.ts';

/** An utterance that was answered at its deadline. Its own answer may still arrive. */
export interface Unanswered {
  readonly utterance: number;
  readonly segment: number;
  /** Start of its audio within its segment's audio, in ms. */
  readonly fromMs: number;
  readonly text: UtteranceText;
  /** Number of pieces in its final. A provisional final counts as none, because a later one replaces it. */
  readonly pieces: number;
  /** The text of its provisional final, or `''` if it had none. */
  readonly provisional: string;
}

/** Number of utterances kept. */
const MAX_UTTERANCES = 8;

/** The late finals of one connection: answers that arrive after their deadline. */
export class LateFinals {
  #unanswered: readonly Unanswered[] = [];

  add(unanswered: Unanswered): void {
    this.#unanswered = [...this.#unanswered, unanswered].slice(-MAX_UTTERANCES);
  }

  /** Removes all utterances, because a lost connection sends no more answers. */
  clear(): void {
    this.#unanswered = [];
  }

  /** Returns the final that `result` completes, unless its text is already known. */
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
