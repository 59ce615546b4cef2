import type { SchedulerLike, Subscription } from 'rxjs';
import type { Connection } from '../connection.ts';
import type { SttAction, SttDialect, SttWire } from './dialect.ts';

/** Details of an overdue answer. */
export interface Overdue {
  /** True if the server has shown a sign of life since the end was sent, or cannot be pinged. */
  readonly alive: boolean;
  /** Number of consecutive utterances without an answer. */
  readonly consecutive: number;
}

export interface AnswerDeadlinesOptions {
  readonly wire: Pick<SttWire, 'answerMs' | 'silence'>;
  readonly scheduler: SchedulerLike;
  readonly connection: Pick<Connection<SttAction, SttDialect>, 'signs' | 'isAliveSince' | 'setAwaiting'>;
  /** The utterance's end was sent but not answered within the wire's `answerMs`. */
  readonly overdue: (utterance: number, details: Overdue) => void;
}

interface Awaited {
  readonly deadline: Subscription;
  /** The connection's count of signs of life when the end was sent. */
  readonly signs: number;
}

/** The answers that a connection owes, and their deadlines. */
export class AnswerDeadlines {
  readonly #options: AnswerDeadlinesOptions;
  readonly #awaited: Map<number, Awaited> = new Map();
  /** Utterances whose answer is overdue but may still arrive. */
  readonly #late: Set<number> = new Set();
  /** Number of overdue answers since a frame arrived or, if silence is a fault, since an answer arrived. */
  #overdue = 0;

  constructor(options: AnswerDeadlinesOptions) {
    this.#options = options;
  }

  /** Starts the deadline of an utterance whose end is about to be sent. */
  start(utterance: number): void {
    const { wire, scheduler, connection } = this.#options;
    const deadline = scheduler.schedule(() => this.#expire(utterance), wire.answerMs);
    this.#awaited.set(utterance, { deadline, signs: connection.signs });
    connection.setAwaiting(true);
  }

  /** Ends the wait for an answer that has arrived. Returns whether it was expected, in time or late. */
  settle(utterance: number): boolean {
    this.#overdue = 0;
    return this.#stopWaiting(utterance) || this.#late.delete(utterance);
  }

  /** Records that a frame has arrived. */
  received(): void {
    if (this.#options.wire.silence === 'answers') this.#overdue = 0;
  }

  stop(): void {
    for (const { deadline } of this.#awaited.values()) deadline.unsubscribe();
  }

  #expire(utterance: number): void {
    const alive = this.#options.connection.isAliveSince(this.#awaited.get(utterance)?.signs ?? 0);
    this.#stopWaiting(utterance);
    this.#late.add(utterance);
    this.#overdue += 1;
    this.#options.overdue(utterance, { alive, consecutive: this.#overdue });
  }

  #stopWaiting(utterance: number): boolean {
    const awaited = this.#awaited.get(utterance);
    if (awaited === undefined) return false;
    awaited.deadline.unsubscribe();
    this.#awaited.delete(utterance);
    if (this.#awaited.size === 0) this.#options.connection.setAwaiting(false);
    return true;
  }
}
