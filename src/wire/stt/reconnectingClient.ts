import { Subscription } from 'rxjs';
import { createBackoff, type Backoff } from '../backoff.ts';
import { AntiphonError } from '../../core/errors.ts';
import { createWarning, errorOf, type WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { Overdue } from './answerDeadlines.ts';
import { UNANSWERED } from '../connection.ts';
import { SttConnection, type SttConnectionEvent } from './sttConnection.ts';
import type { SttWire } from './dialect.ts';
import type { Utterance, UtteranceLog } from './utteranceLog.ts';

/** Time beyond the wire's `answerMs` for which an ended utterance waits for a ready connection, in ms. */
export const RECOVERY_MS = 5500;
const ATTEMPTS = 5;
const INITIAL_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4000;
/** Longest `Retry-After` that speech waits for, in ms. During a longer one, it fails. */
const MAX_RETRY_AFTER_MS = 10_000;
/** Connections that expire sooner than this, in ms, are not replaced at once. */
const MIN_LIFE_MS = 10_000;
/** Number of consecutive lost connections after which the waiting utterances fail. */
const MAX_LOSSES = 10;
/** Number of consecutive utterances that a connection may leave unanswered before it is replaced. */
const MAX_OVERDUE = 2;

export interface ReconnectingClientOptions {
  readonly wire: SttWire;
  readonly deps: WireDeps;
  readonly log: UtteranceLog;
  /** The log has changed. */
  readonly changed: () => void;
  /**
   * Receives errors that no pending answer reports: a failure while no one speaks or before the user has finished, or a
   * warning.
   */
  readonly report: (error: AntiphonError) => void;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connected'; readonly connection: SttConnection; aged: boolean }
  | { readonly kind: 'pausing'; readonly pause: Subscription }
  /** No connection is opened until `untilMs`, in ms of the scheduler. */
  | { readonly kind: 'refused'; readonly fault: WireFault; readonly untilMs: number };

const idle: State = { kind: 'idle' };

/**
 * The client of a recogniser for one subscription. Holds one connection at a time, opened ahead of need and replaced
 * when it is lost or old. Sends utterances that one connection did not settle again on the next.
 */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  readonly #attempts: Backoff;
  /** Deadlines of ended utterances. */
  readonly #deadlines: Subscription = new Subscription();
  #state: State = idle;
  /** True once a connection has been ready. */
  #wasReady = false;
  #renewedAt: number = Number.NEGATIVE_INFINITY;
  /** Connections lost since an utterance was done or none was waiting. */
  #losses = 0;

  constructor(options: ReconnectingClientOptions) {
    const { random } = options.deps;
    this.#options = options;
    this.#attempts = createBackoff({ attempts: ATTEMPTS, initialMs: INITIAL_PAUSE_MS, maxMs: MAX_PAUSE_MS, random });
    this.#open();
  }

  /** Sends the new part of the log. Opens a connection if there is none. */
  sendPending(): void {
    const state = this.#state;
    if (state.kind === 'connected') state.connection.sendPending();
    if (state.kind === 'refused' && this.#now < state.untilMs) this.#fail(state.fault, this.#options.log.unsettled);
    else if ((state.kind === 'idle' || state.kind === 'refused') && this.#isNeeded) this.#open();
  }

  /** Starts the deadline of the utterance that has just ended. It fails if no connection is ready by then. */
  startDeadline(): void {
    const { log, wire, deps, changed } = this.#options;
    const utterance = log.unsettled.findLast(({ ended }) => ended)?.number;
    if (utterance === undefined) return;
    const waitMs = wire.answerMs + RECOVERY_MS;
    const deadline = deps.scheduler.schedule(() => {
      this.#deadlines.remove(deadline);
      if (!this.#isReady) this.#timeOut(utterance, waitMs);
      changed();
    }, waitMs);
    this.#deadlines.add(deadline);
  }

  close(): void {
    const state = this.#state;
    this.#state = idle;
    this.#deadlines.unsubscribe();
    if (state.kind === 'connected') state.connection.close();
    if (state.kind === 'pausing') state.pause.unsubscribe();
  }

  get #isReady(): boolean {
    return this.#state.kind === 'connected' && this.#state.connection.isReady;
  }

  get #now(): number {
    return this.#options.deps.scheduler.now();
  }

  get #isNeeded(): boolean {
    return this.#options.log.unsettled.length > 0;
  }

  #open(): void {
    this.#options.log.resetUnsettled();
    const connection = new SttConnection({ ...this.#options, notify: (events) => this.#handleAll(events) });
    this.#state = { kind: 'connected', connection, aged: false };
  }

  #handleAll(events: readonly SttConnectionEvent[]): void {
    for (const event of events) this.#handle(event);
    const state = this.#state;
    if (state.kind === 'connected' && state.aged && !this.#isNeeded && this.#mayRenew()) this.#renew(state.connection);
    this.#options.changed();
  }

  #handle(event: SttConnectionEvent): void {
    const { log, wire } = this.#options;
    switch (event.kind) {
      case 'ready':
        this.#wasReady = true;
        break;
      case 'aged':
        if (this.#state.kind === 'connected') this.#state.aged = true;
        break;
      case 'lost':
        this.#handleLoss(event.fault);
        break;
      case 'overdue':
        this.#handleOverdue(event.utterance, event);
        break;
      case 'warning':
        this.#options.report(createWarning(wire.name, event.message));
        break;
      case 'failed':
        this.#failSpoken(event.utterance, event.fault);
        break;
      default:
        this.#attempts.reset();
        if (event.kind === 'done') this.#losses = 0;
        log.apply(event);
    }
  }

  /** Settles an utterance with the text so far, or sends it again once on another connection, or fails it. */
  #handleOverdue(utterance: number, { alive, consecutive }: Overdue): void {
    const { log, wire } = this.#options;
    const isAnswer = log.hasText(utterance) || (wire.silence === 'answers' && alive);
    if (isAnswer) log.settleWithPartial(utterance);
    else if (!log.markResent(utterance)) this.#timeOut(utterance, wire.answerMs);
    if (!isAnswer || !alive || consecutive >= MAX_OVERDUE) this.#drop();
  }

  #drop(): void {
    if (this.#state.kind !== 'connected') return;
    this.#state.connection.close();
    this.#handleLoss(UNANSWERED);
  }

  #timeOut(utterance: number, waitedMs: number): void {
    const { log, wire } = this.#options;
    const message = `${wire.name} did not answer within ${waitedMs / 1000} s`;
    log.fail(utterance, (segment) => new AntiphonError('stt_timeout', message, { provider: wire.name, segment }));
  }

  #handleLoss(fault: WireFault): void {
    this.#state = idle;
    this.#losses = this.#isNeeded ? this.#losses + 1 : 0;
    if (fault.kind === 'final') this.#refuse(fault, Number.POSITIVE_INFINITY);
    else if ((fault.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) this.#honourRetryAfter(fault);
    else if (this.#losses >= MAX_LOSSES) this.#failPending(fault);
    else if (fault.kind === 'expired' && this.#mayRenew()) this.#open();
    else if (this.#isNeeded || !this.#wasReady) this.#scheduleRetry(fault);
  }

  #refuse(fault: WireFault, untilMs: number): void {
    this.#state = { kind: 'refused', fault, untilMs };
    this.#failAndReport(fault);
  }

  /** Fails all speech until the provider's pause is over. After it, speech gets all attempts again. */
  #honourRetryAfter(fault: WireFault): void {
    const { retryAfterMs = 0 } = fault;
    const message = `${fault.message}; it asked to wait ${Math.ceil(retryAfterMs / 1000)} s`;
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

  /** Fails the waiting utterances. Later ones get all attempts again. */
  #failPending(fault: WireFault): void {
    this.#attempts.reset();
    this.#losses = 0;
    this.#failAndReport(fault);
  }

  #renew(connection: SttConnection): void {
    connection.close();
    this.#open();
  }

  #mayRenew(): boolean {
    if (this.#now - this.#renewedAt < MIN_LIFE_MS) return false;
    this.#renewedAt = this.#now;
    return true;
  }

  /** Fails one unsettled utterance. The connection continues. */
  #failSpoken(utterance: number, fault: WireFault): void {
    const failed = this.#options.log.unsettled.filter(({ number }) => number === utterance);
    if (failed.length > 0) this.#failAndReport(fault, failed);
  }

  /**
   * Fails utterances. If none of them has ended, also reports the fault, because their answers come only at their ends.
   */
  #failAndReport(fault: WireFault, failed: readonly Utterance[] = this.#options.log.unsettled): void {
    const { wire, report } = this.#options;
    this.#fail(fault, failed);
    if (!failed.some(({ ended }) => ended)) report(errorOf(wire.name, fault));
  }

  #fail(fault: WireFault, failed: readonly Utterance[]): void {
    const { log, wire } = this.#options;
    for (const { number } of failed) log.fail(number, (segment) => errorOf(wire.name, fault, { segment }));
  }
}
