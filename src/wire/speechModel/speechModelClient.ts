import type { Subscription } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { ConverseOptions, SpeechModelEvent, SpeechModelInput } from '../../core/speechToSpeech.ts';
import { createBackoff, type Backoff } from '../backoff.ts';
import { Connection, type Report } from '../connection.ts';
import { createWarning, errorOf, type WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { SpeechModelAction, SpeechModelDialect, SpeechModelWire } from './dialect.ts';
import { OpenWork } from './openWork.ts';

export interface SpeechModelClientOptions {
  readonly wire: SpeechModelWire;
  readonly deps: WireDeps;
  readonly conversation: ConverseOptions;
  readonly emit: (event: SpeechModelEvent) => void;
  /** No connection can be had any more. Called once, last. */
  readonly fail: (error: AntiphonError) => void;
}

const ATTEMPTS = 5;
const INITIAL_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4000;

type SpeechModelConnection = Connection<SpeechModelAction, SpeechModelDialect>;

type State =
  | { readonly kind: 'connected'; readonly connection: SpeechModelConnection }
  | { readonly kind: 'pausing'; readonly pause: Subscription }
  | { readonly kind: 'over' };

/**
 * The client of a speech model for one conversation. Holds one connection at a time. When it is lost, the replies and
 * words that it owed fail, and the next one gets the history, the audio that was not committed, and what was not sent.
 */
export class SpeechModelClient {
  readonly #options: SpeechModelClientOptions;
  readonly #attempts: Backoff;
  readonly #work = new OpenWork();
  /** Inputs for the time when the connection is ready. */
  #waiting: readonly SpeechModelInput[] = [];
  #state: State = { kind: 'over' };

  constructor(options: SpeechModelClientOptions) {
    const { random } = options.deps;
    this.#options = options;
    this.#attempts = createBackoff({ attempts: ATTEMPTS, initialMs: INITIAL_PAUSE_MS, maxMs: MAX_PAUSE_MS, random });
    this.#open();
  }

  send(input: SpeechModelInput): void {
    const state = this.#state;
    if (state.kind === 'connected' && state.connection.isReady) this.#sendTo(state.connection, input);
    else if (state.kind !== 'over') this.#waiting = [...this.#waiting, input];
  }

  close(): void {
    const state = this.#state;
    this.#state = { kind: 'over' };
    if (state.kind === 'connected') state.connection.close();
    if (state.kind === 'pausing') state.pause.unsubscribe();
  }

  #open(): void {
    const { wire, deps, conversation } = this.#options;
    // The history of the new connection has the rest of what waits.
    this.#waiting = this.#waiting.filter(({ kind }) => !isInHistory(kind));
    const connection: SpeechModelConnection = new Connection<SpeechModelAction, SpeechModelDialect>({
      wire: { ...wire, dialect: () => wire.dialect(conversation) },
      deps,
      leaveBy: 'close',
      listener: {
        ready: () => this.#flush(connection),
        reported: (reports) => reports.forEach((report) => this.#handle(report)),
        aged: () => connection.fail({ kind: 'expired', message: 'the connection was too old' }),
        ended: (fault) => this.#handleLoss(fault),
      },
    });
    this.#state = { kind: 'connected', connection };
  }

  #flush(connection: SpeechModelConnection): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const input of waiting) this.#sendTo(connection, input);
  }

  #sendTo(connection: SpeechModelConnection, input: SpeechModelInput): void {
    this.#work.addInput(input);
    connection.call((dialect) => dialect.send(input));
  }

  #handle(report: Report<SpeechModelAction>): void {
    const { emit, wire } = this.#options;
    if (report.kind === 'warning') return emit({ kind: 'report', error: createWarning(wire.name, report.message) });
    if (report.kind !== 'event') return;
    if (report.event.kind !== 'ready') this.#attempts.reset();
    this.#work.addEvent(report.event);
    emit(report.event);
  }

  #handleLoss(fault: WireFault): void {
    const { wire, emit, fail, deps } = this.#options;
    const error = errorOf(wire.name, fault);
    const pauseMs = fault.kind === 'final' ? null : this.#attempts.nextDelayMs(fault.retryAfterMs);
    this.#state = { kind: 'over' };
    if (pauseMs === null) return fail(error);
    const { events, audio } = this.#work.lose(error);
    this.#waiting = [...audio, ...this.#waiting];
    if (fault.kind === 'expired') this.#open();
    else this.#state = { kind: 'pausing', pause: deps.scheduler.schedule(() => this.#open(), pauseMs) };
    events.forEach(emit);
  }
}

/** Returns whether the history, or the settings of a connection, include such an input. */
function isInHistory(kind: SpeechModelInput['kind']): boolean {
  return kind === 'add' || kind === 'truncate' || kind === 'update';
}
