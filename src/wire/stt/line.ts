import { Subscription } from 'rxjs';
import { backoff } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import { AntiphonError } from '../../core/errors.ts';
import { errorOf } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { World } from '../world.ts';
import type { Book } from './book.ts';
import type { Overdue } from './answers.ts';
import { Connection, UNANSWERED } from './connection.ts';
import type { ConnectionNews } from './connection.ts';
import type { SttWire } from './dialect.ts';
import { messageOf } from '../../core/messageOf.ts';

/** How long beyond the wire's `answerMs` what has ended may wait for a connection that serves, in ms. */
export const RECOVERY_MS = 5500;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 4000;
/** A provider that asks for more is left alone, and what is said meanwhile fails: speech does not wait so long. */
const MOST_RETRY_AFTER_MS = 10_000;
/** Connections that run out faster than this, in ms, are not replaced at once. */
const LEAST_LIFE_MS = 10_000;
/** Connections that may be lost, productive or not, before anything is settled. */
const MOST_LOSSES = 10;
/** Utterances in a row that a connection may leave without an answer before it is replaced. */
const MOST_OVERDUE = 2;

export interface LineOptions {
  readonly wire: SttWire;
  readonly world: World;
  readonly book: Book;
  /** There is news in the book. */
  readonly changed: () => void;
  /** Called with what concerns no utterance: a refusal while nobody speaks, a warning. */
  readonly report: (error: AntiphonError) => void;
}

type State =
  | { readonly kind: 'resting' }
  | { readonly kind: 'connected'; readonly connection: Connection; aged: boolean }
  | { readonly kind: 'pausing'; readonly pause: Subscription }
  /** No connection is tried before `untilMs`, in ms of the scheduler. */
  | { readonly kind: 'refused'; readonly fault: WireFault; readonly untilMs: number };

const resting: State = { kind: 'resting' };

/**
 * The way to a recogniser for one subscription: one connection at a time, opened ahead of need, replaced when it is lost
 * or old. What was not settled on one is told again on the next.
 */
export class Line {
  readonly #options: LineOptions;
  readonly #attempts: Backoff;
  /** How long what has ended may wait. */
  readonly #deadlines: Subscription = new Subscription();
  #state: State = resting;
  /** Whether a connection was ever set up. */
  #proven = false;
  #renewedAt: number = Number.NEGATIVE_INFINITY;
  /** Connections lost since an utterance was done, or none was waiting. */
  #losses = 0;

  constructor(options: LineOptions) {
    const { random } = options.world;
    this.#options = options;
    this.#attempts = backoff({ attempts: ATTEMPTS, firstMs: FIRST_PAUSE_MS, mostMs: MOST_PAUSE_MS, random });
    this.#open();
  }

  /** More may be in the book. */
  more(): void {
    const state = this.#state;
    if (state.kind === 'connected') state.connection.more();
    if (state.kind === 'refused' && this.#now < state.untilMs) this.#failAll(state.fault);
    else if ((state.kind === 'resting' || state.kind === 'refused') && this.#isNeeded) this.#open();
  }

  /** An utterance has ended: if no connection serves in time, it fails. On one that does, `answerMs` counts. */
  ended(): void {
    const { book, wire, world, changed } = this.#options;
    const utterance = book.unsettled.findLast(({ ended }) => ended)?.number;
    if (utterance === undefined) return;
    const waitMs = wire.answerMs + RECOVERY_MS;
    const deadline = world.scheduler.schedule(() => {
      this.#deadlines.remove(deadline);
      if (!this.#serves) this.#timeOut(utterance, waitMs);
      changed();
    }, waitMs);
    this.#deadlines.add(deadline);
  }

  close(): void {
    const state = this.#state;
    this.#state = resting;
    this.#deadlines.unsubscribe();
    if (state.kind === 'connected') state.connection.close();
    if (state.kind === 'pausing') state.pause.unsubscribe();
  }

  get #serves(): boolean {
    return this.#state.kind === 'connected' && this.#state.connection.isReady;
  }

  get #now(): number {
    return this.#options.world.scheduler.now();
  }

  get #isNeeded(): boolean {
    return this.#options.book.unsettled.length > 0;
  }

  #open(): void {
    this.#options.book.forget();
    try {
      const connection = new Connection({ ...this.#options, notify: (news) => this.#hear(news) });
      this.#state = { kind: 'connected', connection, aged: false };
    } catch (error) {
      this.#refuse({ kind: 'final', message: messageOf(error) }, Number.POSITIVE_INFINITY);
    }
  }

  #hear(news: readonly ConnectionNews[]): void {
    for (const one of news) this.#take(one);
    const state = this.#state;
    if (state.kind === 'connected' && state.aged && !this.#isNeeded && this.#mayRenew()) this.#renew(state.connection);
    this.#options.changed();
  }

  #take(news: ConnectionNews): void {
    const { book, wire } = this.#options;
    switch (news.kind) {
      case 'ready':
        this.#proven = true;
        break;
      case 'aged':
        if (this.#state.kind === 'connected') this.#state.aged = true;
        break;
      case 'lost':
        this.#lose(news.fault);
        break;
      case 'overdue':
        this.#passDeadline(news.utterance, news);
        break;
      case 'warning':
        this.#warn(news.message);
        break;
      case 'failed':
        book.fail(news.utterance, (segment) => errorOf(wire.name, news.fault, { segment }));
        break;
      default:
        this.#attempts.succeeded();
        if (news.kind === 'done') this.#losses = 0;
        book.hear(news);
    }
  }

  /** An utterance is settled by what has come of it, or told again, once, on another connection, or fails. */
  #passDeadline(utterance: number, { alive, inARow }: Overdue): void {
    const { book, wire } = this.#options;
    const isAnswer = book.hasText(utterance) || (wire.silence === 'answers' && alive);
    if (isAnswer) book.standIn(utterance);
    else if (!book.repeat(utterance)) this.#timeOut(utterance, wire.answerMs);
    if (!isAnswer || !alive || inARow >= MOST_OVERDUE) this.#drop();
  }

  #drop(): void {
    if (this.#state.kind !== 'connected') return;
    this.#state.connection.close();
    this.#lose(UNANSWERED);
  }

  #warn(message: string): void {
    const { name } = this.#options.wire;
    const details = { provider: name, failure: false };
    this.#options.report(new AntiphonError('provider_warning', `${name}: ${message}`, details));
  }

  #timeOut(utterance: number, waitedMs: number): void {
    const { book, wire } = this.#options;
    const message = `${wire.name} did not answer within ${waitedMs / 1000} s`;
    book.fail(utterance, (segment) => new AntiphonError('stt_timeout', message, { provider: wire.name, segment }));
  }

  #lose(fault: WireFault): void {
    this.#state = resting;
    this.#losses = this.#isNeeded ? this.#losses + 1 : 0;
    if (fault.kind === 'final') this.#refuse(fault, Number.POSITIVE_INFINITY);
    else if ((fault.retryAfterMs ?? 0) > MOST_RETRY_AFTER_MS) this.#leaveAlone(fault);
    else if (this.#losses >= MOST_LOSSES) this.#despair(fault);
    else if (fault.kind === 'expired' && this.#mayRenew()) this.#open();
    else if (this.#isNeeded || !this.#proven) this.#tryAgain(fault);
  }

  #refuse(fault: WireFault, untilMs: number): void {
    this.#state = { kind: 'refused', fault, untilMs };
    this.#tell(fault);
  }

  /** What is said when that time has passed gets all attempts again. */
  #leaveAlone(fault: WireFault): void {
    const { retryAfterMs = 0 } = fault;
    const message = `${fault.message}; it asks to be left alone for ${Math.ceil(retryAfterMs / 1000)} s`;
    this.#attempts.succeeded();
    this.#losses = 0;
    this.#refuse({ ...fault, message }, this.#now + retryAfterMs);
  }

  #tryAgain(fault: WireFault): void {
    const pauseMs = this.#attempts.next(fault.retryAfterMs);
    if (pauseMs === null) return this.#despair(fault);
    const reopen = (): void => {
      this.#open();
      this.#options.changed();
    };
    this.#state = { kind: 'pausing', pause: this.#options.world.scheduler.schedule(reopen, pauseMs) };
  }

  /** For now; what is said next gets all attempts again. */
  #despair(fault: WireFault): void {
    this.#attempts.succeeded();
    this.#losses = 0;
    this.#tell(fault);
  }

  #renew(connection: Connection): void {
    connection.close();
    this.#open();
  }

  #mayRenew(): boolean {
    if (this.#now - this.#renewedAt < LEAST_LIFE_MS) return false;
    this.#renewedAt = this.#now;
    return true;
  }

  /** Those who wait are told; where nobody waits, it is reported. */
  #tell(fault: WireFault): void {
    if (this.#isNeeded) this.#failAll(fault);
    else this.#options.report(errorOf(this.#options.wire.name, fault));
  }

  #failAll(fault: WireFault): void {
    const { book, wire } = this.#options;
    book.failAll((segment) => errorOf(wire.name, fault, { segment }));
  }
}
