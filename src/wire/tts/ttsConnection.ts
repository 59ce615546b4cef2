import { Subscription, timer } from 'rxjs';
import { Connection, type Report } from '../connection.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { TtsAction, TtsDialect, TtsResult, TtsWire } from './dialect.ts';

/** The listener of one utterance on a connection. */
export interface UtteranceListener {
  /** The utterance has begun, possibly before `acquire` returns. Send its text now. */
  started(sender: UtteranceSender): void;
  /** Receives a result. `done` is the last. */
  received(result: TtsResult): void;
  /** The utterance or its connection has failed. Called last. */
  lost(fault: WireFault): void;
}

/** Sends one utterance's text to the connection. */
export interface UtteranceSender {
  text(text: string): void;
  flush(): void;
  end(): void;
}

/** The end of a connection that the client did not close. */
export interface ConnectionEnd {
  readonly fault: WireFault;
  readonly wasReady: boolean;
  readonly wasUsed: boolean;
}

export interface TtsConnectionListener {
  ready(): void;
  /** `availability`, `isExhausted` or `isIdle` may have changed. */
  changed(): void;
  warned(message: string): void;
  /** The connection has ended. Called once, last. */
  ended(end: ConnectionEnd): void;
}

export interface TtsConnectionOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly nextUtterance: () => number;
  readonly listener: TtsConnectionListener;
}

/** An utterance's place on a connection. */
interface Slot {
  /** Null once the utterance has been cancelled. */
  listener: UtteranceListener | null;
  /** Null until the utterance begins. */
  utterance: number | null;
  begunAt: number;
  releasing: Subscription;
}

const RELEASE_MS = 1000;
/** If a connection has delivered nothing for this long, cancelling an utterance abandons it. */
const MUTE_MS = 3000;

/** An end that is not the provider's fault. The utterances move to another connection at once. */
const GIVEN_UP: WireFault = { kind: 'expired', message: 'the connection was given up' };

/** A TTS connection and the utterances on it. An utterance waits until the connection is ready and has room. */
export class TtsConnection {
  readonly #options: TtsConnectionOptions;
  readonly #connection: Connection<TtsAction, TtsDialect>;
  readonly #slots = new Map<number, Slot>();
  readonly #waiting = new Set<Slot>();
  #wasReady = false;
  #begun = 0;
  #receivedAt = 0;
  #isOld = false;

  constructor(options: TtsConnectionOptions) {
    const { wire, deps, listener } = options;
    this.#options = options;
    this.#connection = new Connection<TtsAction, TtsDialect>({
      wire,
      deps,
      leaveBy: 'terminate',
      listener: {
        ready: () => {
          this.#wasReady = true;
          listener.ready();
          this.#admit();
        },
        reported: (reports) => this.#handle(reports),
        aged: () => this.#age(),
        ended: (fault) => this.#ended(fault),
      },
    });
  }

  /** True once it accepts no further utterances. */
  get isExhausted(): boolean {
    const { maxUtterances = Number.POSITIVE_INFINITY } = this.#options.wire;
    return this.#connection.isOver || this.#isOld || this.#begun + this.#waiting.size >= maxUtterances;
  }

  /** True while no utterance uses it. A cancelled one may still occupy its slot. */
  get isIdle(): boolean {
    return this.#active() + this.#waiting.size === 0;
  }

  /** The earliest point at which a further utterance can begin. Null: after another one is over. */
  get availability(): 'now' | 'when released' | 'when ready' | null {
    const { maxConcurrent } = this.#options.wire;
    if (this.isExhausted || this.#active() + this.#waiting.size >= maxConcurrent) return null;
    if (!this.#connection.isReady) return 'when ready';
    if (this.#slots.size + this.#waiting.size < maxConcurrent) return 'now';
    // If utterances run concurrently, the release of a cancelled one may take long; another connection is available
    // sooner.
    return maxConcurrent === 1 ? 'when released' : null;
  }

  /**
   * Begins an utterance as soon as there is room. The returned function cancels it; its listener is then no longer
   * called.
   */
  acquire(listener: UtteranceListener): () => void {
    const slot: Slot = { listener, utterance: null, begunAt: 0, releasing: Subscription.EMPTY };
    this.#waiting.add(slot);
    this.#admit();
    return () => this.#release(slot);
  }

  close(): void {
    this.#clear();
    this.#connection.close();
  }

  #age(): void {
    this.#isOld = true;
    this.#options.listener.changed();
  }

  #admit(): void {
    for (const slot of this.#waiting) {
      if (!this.#connection.isReady || this.#slots.size >= this.#options.wire.maxConcurrent) break;
      this.#waiting.delete(slot);
      this.#begin(slot);
    }
    this.#options.listener.changed();
  }

  #begin(slot: Slot): void {
    const utterance = this.#options.nextUtterance();
    slot.utterance = utterance;
    slot.begunAt = this.#options.deps.scheduler.now();
    this.#begun += 1;
    this.#slots.set(utterance, slot);
    this.#connection.setAwaiting(true);
    const call: Connection<TtsAction, TtsDialect>['call'] = (method) => {
      if (this.#slots.get(utterance) === slot) this.#connection.call(method);
    };
    call((dialect) => dialect.begin(utterance));
    if (this.#slots.get(utterance) !== slot) return;
    slot.listener?.started({
      text: (text) => call((dialect) => dialect.text(utterance, text)),
      flush: () => call((dialect) => dialect.flush(utterance)),
      end: () => call((dialect) => dialect.end(utterance)),
    });
  }

  /**
   * Frees the slots of finished utterances before passing anything on, so that a listener can no longer cancel them.
   */
  #handle(reports: readonly Report<TtsAction>[]): void {
    this.#receivedAt = this.#options.deps.scheduler.now();
    const addressed = reports.map((report) => ({ report, slot: this.#slotOf(report) }));
    const finished = addressed.filter(({ report, slot }) => isLast(report, slot));
    for (const { slot } of finished) this.#free(slot);
    for (const { report, slot } of addressed) this.#pass(report, slot);
    if (finished.length > 0) this.#admit();
  }

  #slotOf(report: Report<TtsAction>): Slot | undefined {
    return report.kind === 'warning' ? undefined : this.#slots.get(report.utterance);
  }

  #pass(report: Report<TtsAction>, slot: Slot | undefined): void {
    if (report.kind === 'warning') this.#options.listener.warned(report.message);
    else if (report.kind === 'failed') slot?.listener?.lost(report.fault);
    else if (report.kind !== 'released') slot?.listener?.received(report);
  }

  #free(slot: Slot | undefined): void {
    if (slot?.utterance === undefined || slot.utterance === null) return;
    slot.releasing.unsubscribe();
    this.#slots.delete(slot.utterance);
    if (this.#slots.size === 0) this.#connection.setAwaiting(false);
  }

  #release(slot: Slot): void {
    slot.listener = null;
    if (this.#connection.isOver) return;
    this.#waiting.delete(slot);
    const { utterance } = slot;
    if (utterance !== null && this.#slots.get(utterance) === slot) this.#cancel(slot, utterance);
    this.#options.listener.changed();
  }

  #cancel(slot: Slot, utterance: number): void {
    const { wire, deps } = this.#options;
    const { scheduler } = deps;
    if (this.#receivedAt <= slot.begunAt && scheduler.now() - slot.begunAt >= MUTE_MS) return this.#giveUp();
    slot.releasing = timer(wire.releaseMs ?? RELEASE_MS, scheduler).subscribe(() => this.#giveUp());
    this.#connection.call((dialect) => dialect.cancel?.(utterance) ?? [{ kind: 'fault', fault: GIVEN_UP }]);
  }

  /** Ends the connection or, while other utterances run on it, stops it from accepting more. */
  #giveUp(): void {
    if (this.#active() > 0) this.#age();
    else this.#connection.fail(GIVEN_UP);
  }

  #ended(fault: WireFault): void {
    const users = [...this.#slots.values(), ...this.#waiting];
    this.#clear();
    for (const { listener } of users) listener?.lost(fault);
    this.#options.listener.ended({ fault, wasReady: this.#wasReady, wasUsed: users.length > 0 });
  }

  #clear(): void {
    for (const { releasing } of this.#slots.values()) releasing.unsubscribe();
    this.#slots.clear();
    this.#waiting.clear();
  }

  #active(): number {
    return [...this.#slots.values()].filter(({ listener }) => listener !== null).length;
  }
}

/** Returns whether the report is the slot's last. Only a cancelled utterance is released. */
function isLast({ kind }: Report<TtsAction>, slot: Slot | undefined): boolean {
  return kind === 'done' || kind === 'failed' || (kind === 'released' && slot?.listener === null);
}
