import { Subscription, timer } from 'rxjs';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { TtsAction, TtsWire } from './dialect.ts';
import { Link } from './link.ts';
import type { Told } from './link.ts';

/** What comes of an utterance. `done` is the last. */
export type UtteranceEvent = Extract<TtsAction, { readonly kind: 'audio' | 'words' | 'flushed' | 'done' }>;

/** Whoever has an utterance spoken over a connection. */
export interface UtteranceListener {
  /** The utterance has begun, perhaps before `take` returns: its text is to be sent now. */
  started(line: UtteranceSender): void;
  received(what: UtteranceEvent): void;
  /** The utterance has failed, or its connection has: as the last. */
  lost(fault: WireFault): void;
}

/** What is told of an utterance. */
export interface UtteranceSender {
  text(text: string): void;
  flush(): void;
  end(): void;
}

/** How a connection ended that was not closed. */
export interface ConnectionEnd {
  readonly fault: WireFault;
  readonly wasReady: boolean;
  readonly wasUsed: boolean;
}

export interface TtsConnectionListener {
  ready(): void;
  /** What it takes, or whether it is used, may have changed. */
  changed(): void;
  warned(message: string): void;
  /** Once, as the last. */
  ended(ending: ConnectionEnd): void;
}

export interface TtsConnectionOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly nextUtterance: () => number;
  readonly listener: TtsConnectionListener;
}

/** A place on a connection. */
interface Slot {
  /** Null: the utterance was cut. */
  speaker: UtteranceListener | null;
  /** Null: not begun. */
  utterance: number | null;
  begunAt: number;
  releasing: Subscription;
}

const RELEASE_MS = 1000;
/** A connection that brings nothing for so long may be dead: what is cut on it takes it along. */
const MUTE_MS = 3000;

/** It was no fault of the connection's: who waits for it goes elsewhere at once. */
const GIVEN_UP: WireFault = { kind: 'expired', message: 'the connection was given up' };

/** One connection of a voice, and who speaks over it. Who comes before it is ready, or has room, waits. */
export class TtsConnection {
  readonly #wire: TtsWire;
  readonly #deps: WireDeps;
  readonly #nextUtterance: () => number;
  readonly #listener: TtsConnectionListener;
  readonly #link: Link;
  readonly #slots = new Map<number, Slot>();
  readonly #waiting = new Set<Slot>();
  readonly #ageing: Subscription;
  #state: 'connecting' | 'ready' | 'over' = 'connecting';
  #begun = 0;
  #heardAt = 0;
  #isOld = false;

  constructor({ wire, deps, nextUtterance, listener }: TtsConnectionOptions) {
    this.#wire = wire;
    this.#deps = deps;
    this.#nextUtterance = nextUtterance;
    this.#listener = listener;
    this.#ageing = after(wire.maxAgeMs, deps, () => this.#age());
    this.#link = new Link(wire, deps, {
      ready: () => this.#becomeReady(),
      told: (actions) => this.#told(actions),
      ended: (fault) => this.#ended(fault),
    });
  }

  /** It takes no further utterance, ever. */
  get isExhausted(): boolean {
    const { maxUtterances: utterances = Number.POSITIVE_INFINITY } = this.#wire;
    return this.#state === 'over' || this.#isOld || this.#begun + this.#waiting.size >= utterances;
  }

  /** No utterance uses it; one that was cut may still hold its place. */
  get isIdle(): boolean {
    return this.#speaking() + this.#waiting.size === 0;
  }

  /** How soon an utterance could begin; null: not before another is over. */
  get availability(): 'now' | 'when released' | 'when ready' | null {
    const { maxConcurrent: concurrent } = this.#wire;
    if (this.isExhausted || this.#speaking() + this.#waiting.size >= concurrent) return null;
    if (this.#state === 'connecting') return 'when ready';
    if (this.#slots.size + this.#waiting.size < concurrent) return 'now';
    // Where many speak side by side, what was cut may be long in going: another connection is sooner there.
    return concurrent === 1 ? 'when released' : null;
  }

  /** Has an utterance spoken. The returned function cuts it: from then on its speaker hears nothing. */
  acquire(speaker: UtteranceListener): () => void {
    const seat: Slot = { speaker, utterance: null, begunAt: 0, releasing: Subscription.EMPTY };
    this.#waiting.add(seat);
    this.#admit();
    return () => this.#release(seat);
  }

  close(): void {
    this.#finish();
    this.#link.close();
  }

  #becomeReady(): void {
    this.#state = 'ready';
    this.#listener.ready();
    this.#admit();
  }

  #age(): void {
    this.#isOld = true;
    this.#listener.changed();
  }

  #admit(): void {
    for (const seat of this.#waiting) {
      if (this.#state !== 'ready' || this.#slots.size >= this.#wire.maxConcurrent) break;
      this.#waiting.delete(seat);
      this.#begin(seat);
    }
    this.#listener.changed();
  }

  #begin(seat: Slot): void {
    const utterance = this.#nextUtterance();
    seat.utterance = utterance;
    seat.begunAt = this.#deps.scheduler.now();
    this.#begun += 1;
    this.#slots.set(utterance, seat);
    this.#link.owed(true);
    const tell: Link['tell'] = (what) => {
      if (this.#slots.get(utterance) === seat) this.#link.tell(what);
    };
    tell((dialect) => dialect.begin(utterance));
    if (this.#slots.get(utterance) !== seat) return;
    seat.speaker?.started({
      text: (text) => tell((dialect) => dialect.text(utterance, text)),
      flush: () => tell((dialect) => dialect.flush(utterance)),
      end: () => tell((dialect) => dialect.end(utterance)),
    });
  }

  /** Who is over is so before anything is passed on: it cannot be cut any more by who hears its last. */
  #told(actions: readonly Told[]): void {
    this.#heardAt = this.#deps.scheduler.now();
    const addressed = actions.map((action) => ({ action, seat: this.#seatOf(action) }));
    const over = addressed.filter(({ action, seat }) => isLast(action, seat));
    for (const { seat } of over) this.#free(seat);
    for (const { action, seat } of addressed) this.#pass(action, seat);
    if (over.length > 0) this.#admit();
  }

  #seatOf(action: Told): Slot | undefined {
    return action.kind === 'warning' ? undefined : this.#slots.get(action.utterance);
  }

  #pass(action: Told, seat: Slot | undefined): void {
    if (action.kind === 'warning') this.#listener.warned(action.message);
    else if (action.kind === 'failed') seat?.speaker?.lost(action.fault);
    else if (action.kind !== 'released') seat?.speaker?.received(action);
  }

  #free(seat: Slot | undefined): void {
    if (seat?.utterance === undefined || seat.utterance === null) return;
    seat.releasing.unsubscribe();
    this.#slots.delete(seat.utterance);
    if (this.#slots.size === 0) this.#link.owed(false);
  }

  #release(seat: Slot): void {
    seat.speaker = null;
    if (this.#state === 'over') return;
    this.#waiting.delete(seat);
    const { utterance } = seat;
    if (utterance !== null && this.#slots.get(utterance) === seat) this.#cancel(seat, utterance);
    this.#listener.changed();
  }

  #cancel(seat: Slot, utterance: number): void {
    const { scheduler } = this.#deps;
    if (this.#heardAt <= seat.begunAt && scheduler.now() - seat.begunAt >= MUTE_MS) return this.#abandon();
    seat.releasing = timer(this.#wire.releaseMs ?? RELEASE_MS, scheduler).subscribe(() => this.#abandon());
    this.#link.tell((dialect) => dialect.cancel?.(utterance) ?? [{ kind: 'fault', fault: GIVEN_UP }]);
  }

  /** What is spoken beside is not cut short: the connection goes when that is over. */
  #abandon(): void {
    if (this.#speaking() > 0) return this.#age();
    this.#link.tell(() => [{ kind: 'fault', fault: GIVEN_UP }]);
  }

  #ended(fault: WireFault): void {
    const wasReady = this.#state === 'ready';
    const users = [...this.#slots.values(), ...this.#waiting];
    this.#finish();
    for (const seat of users) seat.speaker?.lost(fault);
    this.#listener.ended({ fault, wasReady, wasUsed: users.length > 0 });
  }

  #finish(): void {
    this.#state = 'over';
    this.#ageing.unsubscribe();
    for (const { releasing } of this.#slots.values()) releasing.unsubscribe();
    this.#slots.clear();
    this.#waiting.clear();
  }

  #speaking(): number {
    return [...this.#slots.values()].filter(({ speaker }) => speaker !== null).length;
  }
}

function after(ms: number | undefined, { scheduler }: WireDeps, work: () => void): Subscription {
  return ms === undefined ? Subscription.EMPTY : timer(ms, scheduler).subscribe(work);
}

/** Only what was cut is released. */
function isLast({ kind }: Told, seat: Slot | undefined): boolean {
  return kind === 'done' || kind === 'failed' || (kind === 'released' && seat?.speaker === null);
}
