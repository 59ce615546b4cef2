import type { SchedulerLike, Subscription } from 'rxjs';
import { createHeartbeat } from '../heartbeat.ts';
import type { Heartbeat } from '../heartbeat.ts';
import type { Socket } from '../socket.ts';
import type { SttWire } from './dialect.ts';

/** How an answer is overdue. */
export interface Overdue {
  /** Something has come since the end was told, if only the answer to a ping; also true where no ping can be sent. */
  readonly alive: boolean;
  /** How many utterances in a row the connection has left without an answer. */
  readonly consecutive: number;
}

export interface AnswersOptions {
  readonly wire: Pick<SttWire, 'answerMs' | 'silence'>;
  readonly scheduler: SchedulerLike;
  /** The utterance's end was told, and it was not answered for the wire's `answerMs`. */
  readonly overdue: (utterance: number, how: Overdue) => void;
}

interface Asked {
  readonly deadline: Subscription;
  /** How much had come when the end was told. */
  readonly signs: number;
}

/** The answers that one connection owes, their deadlines, and the pings by which it is found dead. */
export class AnswerDeadlines {
  readonly #options: AnswersOptions;
  readonly #asked: Map<number, Asked> = new Map();
  /** Utterances whose answer is overdue, and may still come. */
  readonly #late: Set<number> = new Set();
  /** How often something has come, answers to pings included. */
  #signs = 0;
  /** Utterances that were waited for in vain since a frame came; where silence is a fault, since an answer came. */
  #overdue = 0;
  #heartbeat: Heartbeat | null = null;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** Pings the server from now on, where the socket can. Calls `dead` when it does not answer. */
  watch(socket: Socket, dead: () => void): void {
    const { scheduler } = this.#options;
    if (socket.ping !== undefined)
      this.#heartbeat = createHeartbeat({ scheduler, ping: () => socket.ping?.(), onDead: dead });
  }

  /** The utterance's end is about to be told. */
  start(utterance: number): void {
    const { wire, scheduler } = this.#options;
    const deadline = scheduler.schedule(() => this.#pass(utterance), wire.answerMs);
    this.#asked.set(utterance, { deadline, signs: this.#signs });
    this.#heartbeat?.setAwaiting(true);
  }

  /** The utterance is answered. Returns whether that was waited for, in time or late. */
  settle(utterance: number): boolean {
    this.#overdue = 0;
    return this.#settle(utterance) || this.#late.delete(utterance);
  }

  /** A frame has come. */
  received(): void {
    this.ponged();
    if (this.#options.wire.silence === 'answers') this.#overdue = 0;
  }

  /** The server has shown that it is there. */
  ponged(): void {
    this.#signs += 1;
    this.#heartbeat?.received();
  }

  stop(): void {
    this.#heartbeat?.stop();
    for (const { deadline } of this.#asked.values()) deadline.unsubscribe();
  }

  #pass(utterance: number): void {
    const alive = this.#heartbeat === null || this.#signs > (this.#asked.get(utterance)?.signs ?? 0);
    this.#settle(utterance);
    this.#late.add(utterance);
    this.#overdue += 1;
    this.#options.overdue(utterance, { alive, consecutive: this.#overdue });
  }

  #settle(utterance: number): boolean {
    const asked = this.#asked.get(utterance);
    if (asked === undefined) return false;
    asked.deadline.unsubscribe();
    this.#asked.delete(utterance);
    if (this.#asked.size === 0) this.#heartbeat?.setAwaiting(false);
    return true;
  }
}
