import { Observable, Subscription, timer } from 'rxjs';
import type { Subscriber } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { createBackoff } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import { errorOf } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import { TtsConnection } from './ttsConnection.ts';
import type { ConnectionEnd, UtteranceListener } from './ttsConnection.ts';
import type { TtsWire } from './dialect.ts';

/** How often a connection that is opened ahead of need is tried: what fails then is tried again by who needs it. */
const AHEAD: { readonly attempts: number; readonly initialMs: number; readonly maxMs: number } = {
  attempts: 5,
  initialMs: 500,
  maxMs: 8000,
};

const SOONEST_FIRST = ['now', 'when released', 'when ready'] as const;

/** The connections of a voice: who speaks over which, how long they are kept, and which are opened ahead of need. */
export class ConnectionPool {
  readonly #wire: TtsWire;
  readonly #deps: WireDeps;
  readonly #connections = new Set<TtsConnection>();
  readonly #warm = new Set<Subscriber<AntiphonError>>();
  readonly #pauses: Backoff;
  #keepers = 0;
  #utterances = 0;
  /** Why no connection is granted, ever. */
  #refusal: WireFault | null = null;
  /** Whether connections are opened ahead of need, and when not, until when. */
  #ahead: 'open' | 'pausing' | 'given up' = 'open';
  #pause = Subscription.EMPTY;

  constructor(wire: TtsWire, deps: WireDeps) {
    this.#wire = wire;
    this.#deps = deps;
    this.#pauses = createBackoff({ ...AHEAD, random: deps.random });
  }

  /** Has an utterance spoken, over the connection where it begins soonest. The returned function cuts it. */
  acquire(speaker: UtteranceListener): () => void {
    if (this.#refusal !== null) return refuse(speaker, this.#refusal);
    const soonest = SOONEST_FIRST.flatMap((when) =>
      [...this.#connections].filter(({ availability: takes }) => takes === when),
    );
    return (soonest[0] ?? this.#open()).acquire(speaker);
  }

  /** Keeps idle connections until it is unsubscribed. */
  keep(): Subscription {
    this.#keepers += 1;
    return new Subscription(() => {
      this.#keepers -= 1;
      for (const connection of this.#connections) this.#tidy(connection);
    });
  }

  /** While subscribed to, idle connections are kept, and one is there ahead of need. Emits what is to be reported. */
  keepWarm(): Observable<AntiphonError> {
    return new Observable((subscriber) => {
      const kept = this.keep();
      this.#warm.add(subscriber);
      this.#provide();
      return () => {
        this.#warm.delete(subscriber);
        if (this.#warm.size === 0) this.#rest();
        kept.unsubscribe();
      };
    });
  }

  #open(): TtsConnection {
    const connection: TtsConnection = new TtsConnection({
      wire: this.#wire,
      deps: this.#deps,
      nextUtterance: () => this.#utterances++,
      listener: {
        ready: () => this.#rest(),
        changed: () => this.#changed(connection),
        warned: (message) => this.#warn(message),
        ended: (ending) => this.#ended(connection, ending),
      },
    });
    this.#connections.add(connection);
    return connection;
  }

  #changed(connection: TtsConnection): void {
    this.#tidy(connection);
    this.#provide();
  }

  /** One idle connection is enough to keep. */
  #tidy(connection: TtsConnection): void {
    const idle = [...this.#connections].filter(({ isIdle: unused, isExhausted: worn }) => unused && !worn);
    if (!connection.isIdle || (this.#keepers > 0 && !connection.isExhausted && idle.length === 1)) return;
    if (this.#connections.delete(connection)) connection.close();
  }

  #provide(): void {
    if (this.#warm.size === 0 || this.#ahead !== 'open') return;
    if ([...this.#connections].every(({ isExhausted: worn }) => worn)) this.#open();
  }

  /**
   * One that a server ends while it is idle is not replaced: a server that ends idle connections would be asked for ever. One
   * that is found dead is.
   */
  #ended(connection: TtsConnection, { fault, wasReady, wasUsed }: ConnectionEnd): void {
    this.#connections.delete(connection);
    if (!wasReady && fault.kind === 'final') this.#refuse(fault, wasUsed);
    else if (!wasReady && !wasUsed) this.#wait(fault);
    else if (fault.kind === 'expired') this.#provide();
  }

  /** Whoever speaks hears it, now and later; where nobody does yet, it is told ahead of that. */
  #refuse(fault: WireFault, isHeard: boolean): void {
    this.#refusal = fault;
    this.#ahead = 'given up';
    if (isHeard) return;
    for (const subscriber of this.#warm) subscriber.next(errorOf(this.#wire.name, fault));
  }

  #wait(fault: WireFault): void {
    const pauseMs = this.#pauses.nextDelayMs(fault.retryAfterMs);
    this.#ahead = pauseMs === null ? 'given up' : 'pausing';
    if (pauseMs === null) return;
    this.#pause = timer(pauseMs, this.#deps.scheduler).subscribe(() => {
      this.#ahead = 'open';
      this.#provide();
    });
  }

  #rest(): void {
    this.#pause.unsubscribe();
    this.#pauses.reset();
    this.#ahead = 'open';
  }

  #warn(message: string): void {
    const { name } = this.#wire;
    const warning = new AntiphonError('provider_warning', `${name}: ${message}`, { provider: name, failure: false });
    for (const subscriber of this.#warm) subscriber.next(warning);
  }
}

function refuse(speaker: UtteranceListener, fault: WireFault): () => void {
  speaker.lost(fault);
  return () => {};
}
