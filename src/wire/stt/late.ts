import type { SttEvent } from '../../core/ports.ts';
import { fixedPartAfter, withPiece } from './assembly.ts';
import type { Assembly } from './assembly.ts';
import type { SttAction } from './dialect.ts';
import { delayed } from './pieces.ts';

/** An utterance that was answered at its deadline; its own answer may still come. */
export interface Unanswered {
  readonly utterance: number;
  readonly segment: number;
  /** Where its audio begins in that of its segment, in ms. */
  readonly fromMs: number;
  readonly text: Assembly;
  /** How many of its pieces its final consists of; a provisional final counts for none, as a later one replaces it. */
  readonly pieces: number;
  /** The text of its provisional final; `''`: it had none. */
  readonly provisional: string;
}

/** How many utterances are remembered. */
const MOST = 8;

/** Makes late finals of the answers that come after their deadline, for one connection. */
export class LateAnswers {
  #unanswered: readonly Unanswered[] = [];

  add(unanswered: Unanswered): void {
    this.#unanswered = [...this.#unanswered, unanswered].slice(-MOST);
  }

  /** A connection that was lost answers nothing more. */
  clear(): void {
    this.#unanswered = [];
  }

  /** Returns the final that `news` completes, unless it says nothing new. */
  hear(news: Extract<SttAction, { kind: 'interim' | 'piece' | 'done' }>): SttEvent | null {
    const found = this.#unanswered.find(({ utterance }) => utterance === news.utterance);
    if (found === undefined || news.kind === 'interim') return null;
    const others = this.#unanswered.filter((one) => one !== found);
    if (news.kind === 'piece') {
      this.#unanswered = [...others, { ...found, text: withPiece(found.text, news.text, news.details) }];
      return null;
    }
    this.#unanswered = others;
    const { text, details } = fixedPartAfter(found.pieces, found.text);
    if (text === '' || text === found.provisional) return null;
    return { kind: 'final', segment: found.segment, text, last: false, ...delayed(details, found.fromMs) };
  }
}
