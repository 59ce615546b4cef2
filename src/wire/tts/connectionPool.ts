import { Observable, Subscription, timer, type Subscriber } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import { createBackoff, type Backoff } from '../backoff.ts';
import { createWarning, errorOf, type WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import { TtsConnection, type ConnectionEnd, type UtteranceListener } from './ttsConnection.ts';
import type { TtsWire } from './dialect.ts';

/** Back-off for opening a connection ahead of need. After these attempts, the next utterance opens its own. */
const AHEAD_BACKOFF = { attempts: 5, initialMs: 500, maxMs: 8000 };

const SOONEST_FIRST = ['now', 'when released', 'when ready'] as const;

/** The connections of one TTS. Assigns utterances to them, keeps idle ones, and opens some ahead of need. */
export class ConnectionPool {
  readonly #wire: TtsWire;
  readonly #deps: WireDeps;
  readonly #connections = new Set<TtsConnection>();
  readonly #warm = new Set<Subscriber<AntiphonError>>();
  readonly #pauses: Backoff;
  #keepers = 0;
  #utterances = 0;
  /** The fault with which every connection is refused for good. */
  #refusal: WireFault | null = null;
  /** The state of opening connections ahead of need. */
  #ahead: 'open' | 'pausing' | 'given up' = 'open';
  #pause = Subscription.EMPTY;

  constructor(wire: TtsWire, deps: WireDeps) {
    this.#wire = wire;
    this.#deps = deps;
    this.#pauses = createBackoff({ ...AHEAD_BACKOFF, random: deps.random });
  }

  /** Begins an utterance on the connection that can start it soonest. The returned function cancels it. */
  acquire(listener: UtteranceListener): () => void {
    if (this.#refusal !== null) return refuse(listener, this.#refusal);
    const soonest = SOONEST_FIRST.flatMap((when) =>
      [...this.#connections].filter(({ availability }) => availability === when),
    );
    return (soonest[0] ?? this.#open()).acquire(listener);
  }

  /** Keeps idle connections until the returned subscription ends. */
  keep(): Subscription {
    this.#keepers += 1;
    return new Subscription(() => {
      this.#keepers -= 1;
      for (const connection of this.#connections) this.#closeUnneeded(connection);
    });
  }

  /** Keeps idle connections while subscribed, and one ahead of need. Emits refusals and warnings. */
  keepWarm(): Observable<AntiphonError> {
    return new Observable((subscriber) => {
      const kept = this.keep();
      this.#warm.add(subscriber);
      this.#openAhead();
      return () => {
        this.#warm.delete(subscriber);
        if (this.#warm.size === 0) this.#resetBackoff();
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
        ready: () => this.#resetBackoff(),
        changed: () => this.#changed(connection),
        warned: (message) => this.#report(createWarning(this.#wire.name, message)),
        ended: (end) => this.#ended(connection, end),
      },
    });
    this.#connections.add(connection);
    return connection;
  }

  #changed(connection: TtsConnection): void {
    this.#closeUnneeded(connection);
    this.#openAhead();
  }

  /** Closes an idle connection, unless it is the only one and connections are kept. */
  #closeUnneeded(connection: TtsConnection): void {
    const idle = [...this.#connections].filter((other) => other.isIdle && !other.isExhausted);
    if (!connection.isIdle || (this.#keepers > 0 && !connection.isExhausted && idle.length === 1)) return;
    if (this.#connections.delete(connection)) connection.close();
  }

  #openAhead(): void {
    if (this.#warm.size === 0 || this.#ahead !== 'open') return;
    if ([...this.#connections].every(({ isExhausted }) => isExhausted)) this.#open();
  }

  /** Replaces a lost connection, unless the server closed it while idle: replacing that one would go on forever. */
  #ended(connection: TtsConnection, { fault, wasReady, wasUsed }: ConnectionEnd): void {
    this.#connections.delete(connection);
    if (!wasReady && fault.kind === 'final') this.#refuse(fault, wasUsed);
    else if (!wasReady && !wasUsed) this.#pauseAhead(fault);
    else if (fault.kind === 'expired') this.#openAhead();
  }

  /** Fails every utterance from now on. Reports the refusal if there is no utterance. */
  #refuse(fault: WireFault, wasUsed: boolean): void {
    this.#refusal = fault;
    this.#ahead = 'given up';
    if (!wasUsed) this.#report(errorOf(this.#wire.name, fault));
  }

  #pauseAhead(fault: WireFault): void {
    const pauseMs = this.#pauses.nextDelayMs(fault.retryAfterMs);
    this.#ahead = pauseMs === null ? 'given up' : 'pausing';
    if (pauseMs === null) return;
    this.#pause = timer(pauseMs, this.#deps.scheduler).subscribe(() => {
      this.#ahead = 'open';
      this.#openAhead();
    });
  }

  #resetBackoff(): void {
    this.#pause.unsubscribe();
    this.#pauses.reset();
    this.#ahead = 'open';
  }

  #report(error: AntiphonError): void {
    for (const subscriber of this.#warm) subscriber.next(error);
  }
}

function refuse(listener: UtteranceListener, fault: WireFault): () => void {
  listener.lost(fault);
  return () => {};
}
