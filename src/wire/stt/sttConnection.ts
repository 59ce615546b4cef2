import { Subscription } from 'rxjs';
import { Connection, type ConnectionListener, type Report } from '../connection.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import { AnswerDeadlines, type Overdue } from './answerDeadlines.ts';
import type { SttAction, SttDialect, SttWire } from './dialect.ts';
import type { SendCommand } from './sendCursor.ts';
import { createSender, type Sender } from './sender.ts';
import type { UtteranceLog } from './utteranceLog.ts';

export type SttConnectionEvent =
  | { readonly kind: 'ready' }
  | Exclude<Report<SttAction>, { readonly kind: 'expires' }>
  /** The utterance's end was sent, but `done` did not arrive within the wire's `answerMs`. */
  | ({ readonly kind: 'overdue'; readonly utterance: number } & Overdue)
  /** The connection should be replaced between utterances. */
  | { readonly kind: 'aged' }
  /** The connection is closed. Always the last event. */
  | { readonly kind: 'lost'; readonly fault: WireFault };

export interface SttConnectionOptions {
  readonly wire: SttWire;
  readonly deps: WireDeps;
  readonly log: UtteranceLog;
  /** Called with the events of one frame, but never during construction. */
  readonly notify: (events: readonly SttConnectionEvent[]) => void;
}

/** Time by which a connection is replaced before the server would end it, in ms. */
const EARLY_MS = 60_000;

/** A connection to a recogniser. Once it is ready, it sends the log and waits for the answers. */
export class SttConnection {
  readonly #options: SttConnectionOptions;
  readonly #connection: Connection<SttAction, SttDialect>;
  readonly #sender: Sender;
  readonly #deadlines: AnswerDeadlines;
  /** Timers that end with the connection. */
  readonly #timers: Subscription = new Subscription();

  constructor(options: SttConnectionOptions) {
    const { wire, deps, log, notify } = options;
    const { scheduler } = deps;
    this.#options = options;
    this.#connection = new Connection<SttAction, SttDialect>({
      wire,
      deps,
      leaveBy: 'close',
      listener: this.#createListener(),
    });
    this.#sender = createSender({
      log,
      sampleRate: wire.sampleRate,
      scheduler,
      bufferedBytes: () => this.#connection.bufferedBytes,
      send: (command) => this.#send(command),
    });
    this.#deadlines = new AnswerDeadlines({
      wire,
      scheduler,
      connection: this.#connection,
      overdue: (utterance, how) => notify([{ kind: 'overdue', utterance, ...how }]),
    });
    this.#timers.add(() => this.#sender.stop());
    this.#timers.add(() => this.#deadlines.stop());
  }

  get isReady(): boolean {
    return this.#connection.isReady;
  }

  sendPending(): void {
    if (this.isReady) this.#sender.sendPending();
  }

  /** Closes the connection. `notify` is no longer called. */
  close(): void {
    this.#timers.unsubscribe();
    this.#connection.close();
  }

  #createListener(): ConnectionListener<SttAction> {
    return {
      ready: () => this.#notify([{ kind: 'ready' }]),
      received: () => this.#deadlines.received(),
      reported: (reports) => this.#notify(reports.flatMap((report) => this.#eventsOf(report))),
      aged: () => this.#options.notify([{ kind: 'aged' }]),
      ended: (fault) => {
        this.#timers.unsubscribe();
        this.#options.notify([{ kind: 'lost', fault }]);
      },
    };
  }

  #notify(events: readonly SttConnectionEvent[]): void {
    if (events.length > 0) this.#options.notify(events);
    this.sendPending();
  }

  #send(command: SendCommand): void {
    const { kind, utterance } = command;
    if (kind === 'end') this.#deadlines.start(utterance);
    this.#connection.call((dialect) => {
      switch (command.kind) {
        case 'begin':
          return dialect.begin(utterance);
        case 'audio':
          return dialect.audio(utterance, command.samples);
        case 'end':
          return dialect.end(utterance, command.over);
      }
    });
  }

  #eventsOf(report: Report<SttAction>): readonly SttConnectionEvent[] {
    switch (report.kind) {
      case 'expires':
        this.#replaceIn(report.inMs - EARLY_MS);
        return [];
      case 'done':
        return this.#deadlines.settle(report.utterance) ? [report] : [];
      case 'failed':
        this.#deadlines.settle(report.utterance);
        return [report];
      default:
        return [report];
    }
  }

  #replaceIn(ms: number): void {
    const { deps, notify } = this.#options;
    this.#timers.add(deps.scheduler.schedule(() => notify([{ kind: 'aged' }]), Math.max(0, ms)));
  }
}
