import { Subscription } from 'rxjs';
import { createBackoff } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import { AntiphonError } from '../../core/errors.ts';
import { errorOf } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { UtteranceLog } from './utteranceLog.ts';
import type { Overdue } from './answerDeadlines.ts';
import { SttConnection, UNANSWERED } from './sttConnection.ts';
import type { SttConnectionEvent } from './sttConnection.ts';
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

export interface ReconnectingClientOptions {
  readonly wire: SttWire;
  readonly deps: WireDeps;
  readonly book: UtteranceLog;
  /** There is news in the book. */
  readonly changed: () => void;
  /** Called with what concerns no utterance: a refusal while nobody speaks, a warning. */
  readonly report: (error: AntiphonError) => void;
}

type State =
  | { readonly kind: 'resting' }
  | { readonly kind: 'connected'; readonly connection: SttConnection; aged: boolean }
  | { readonly kind: 'pausing'; readonly pause: Subscription }
  /** No connection is tried before `untilMs`, in ms of the scheduler. */
  | { readonly kind: 'refused'; readonly fault: WireFault; readonly untilMs: number };

const resting: State = { kind: 'resting' };

/**
 * The way to a recogniser for one subscription: one connection at a time, opened ahead of need, replaced when it is lost
 * or old. What was not settled on one is told again on the next.
 */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  readonly #attempts: Backoff;
  /** How long what has ended may wait. */
  readonly #deadlines: Subscription = new Subscription();
  #state: State = resting;
  /** Whether a connection was ever set up. */
  #wasReady = false;
  #renewedAt: number = Number.NEGATIVE_INFINITY;
  /** Connections lost since an utterance was done, or none was waiting. */
  #losses = 0;

  constructor(options: ReconnectingClientOptions) {
    const { random } = options.deps;
    this.#options = options;
    this.#attempts = createBackoff({ attempts: ATTEMPTS, initialMs: FIRST_PAUSE_MS, maxMs: MOST_PAUSE_MS, random });
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
    const { book, wire, deps, changed } = this.#options;
    const utterance = book.unsettled.findLast(({ ended }) => ended)?.number;
    if (utterance === undefined) return;
    const waitMs = wire.answerMs + RECOVERY_MS;
    const deadline = deps.scheduler.schedule(() => {
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
    return this.#options.deps.scheduler.now();
  }

  get #isNeeded(): boolean {
    return this.#options.book.unsettled.length > 0;
  }

  #open(): void {
    this.#options.book.resetUnsettled();
    try {
      const connection = new SttConnection({ ...this.#options, notify: (news) => this.#hear(news) });
      this.#state = { kind: 'connected', connection, aged: false };
    } catch (error) {
      this.#refuse({ kind: 'final', message: messageOf(error) }, Number.POSITIVE_INFINITY);
    }
  }

  #hear(news: readonly SttConnectionEvent[]): void {
    for (const one of news) this.#take(one);
    const state = this.#state;
    if (state.kind === 'connected' && state.aged && !this.#isNeeded && this.#mayRenew()) this.#renew(state.connection);
    this.#options.changed();
  }

  #take(news: SttConnectionEvent): void {
    const { book, wire } = this.#options;
    switch (news.kind) {
      case 'ready':
        this.#wasReady = true;
        break;
      case 'aged':
        if (this.#state.kind === 'connected') this.#state.aged = true;
        break;
      case 'lost':
        this.#handleLoss(news.fault);
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
        this.#attempts.reset();
        if (news.kind === 'done') this.#losses = 0;
        book.apply(news);
    }
  }

  /** An utterance is settled by what has come of it, or told again, once, on another connection, or fails. */
  #passDeadline(utterance: number, { alive, consecutive: inARow }: Overdue): void {
    const { book, wire } = this.#options;
    const isAnswer = book.hasText(utterance) || (wire.silence === 'answers' && alive);
    if (isAnswer) book.settleWithPartial(utterance);
    else if (!book.markResent(utterance)) this.#timeOut(utterance, wire.answerMs);
    if (!isAnswer || !alive || inARow >= MOST_OVERDUE) this.#drop();
  }

  #drop(): void {
    if (this.#state.kind !== 'connected') return;
    this.#state.connection.close();
    this.#handleLoss(UNANSWERED);
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

  #handleLoss(fault: WireFault): void {
    this.#state = resting;
    this.#losses = this.#isNeeded ? this.#losses + 1 : 0;
    if (fault.kind === 'final') this.#refuse(fault, Number.POSITIVE_INFINITY);
    else if ((fault.retryAfterMs ?? 0) > MOST_RETRY_AFTER_MS) this.#honourRetryAfter(fault);
    else if (this.#losses >= MOST_LOSSES) this.#failPending(fault);
    else if (fault.kind === 'expired' && this.#mayRenew()) this.#open();
    else if (this.#isNeeded || !this.#wasReady) this.#scheduleRetry(fault);
  }

  #refuse(fault: WireFault, untilMs: number): void {
    this.#state = { kind: 'refused', fault, untilMs };
    this.#tell(fault);
  }

  /** What is said when that time has passed gets all attempts again. */
  #honourRetryAfter(fault: WireFault): void {
    const { retryAfterMs = 0 } = fault;
    const message = `${fault.message}; it asks to be left alone for ${Math.ceil(retryAfterMs / 1000)} s`;
    this.#attempts.reset();
    this.#losses = 0;
    this.#refuse({ ...fault, message }, this.#now + retryAfterMs);
  }

  #scheduleRetry(fault: WireFault): void {
    const pauseMs = this.#attempts.nextDelayMs(fault.retryAfterMs);
    if (pauseMs === null) return this.#failPending(fault);
    const reopen = (): void => {
      this.#open();
      this.#options.changed();
    };
    this.#state = { kind: 'pausing', pause: this.#options.deps.scheduler.schedule(reopen, pauseMs) };
  }

  /** For now; what is said next gets all attempts again. */
  #failPending(fault: WireFault): void {
    this.#attempts.reset();
    this.#losses = 0;
    this.#tell(fault);
  }

  #renew(connection: SttConnection): void {
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
