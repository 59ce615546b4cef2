import { Observable, type Observer, type Subscriber, type Subscription, type Unsubscribable } from 'rxjs';

// The base of the operators that RxJS 7 has no fast enough part for: docs/decisions/090-operators-are-operators.md.

/** The handlers of an operator for its source. An error or completion without a handler is passed on. */
export interface OperatorHandlers<T> {
  readonly next: (value: T) => void;
  readonly error?: ((error: unknown) => void) | undefined;
  readonly complete?: (() => void) | undefined;
}

/**
 * Subscribes an operator to its source: what RxJS 7 does for its own operators, and RxJS 8 exports as `operate`. `out`
 * owns the subscription before the source begins, so that its end also stops a source that emits synchronously in
 * `subscribe`. An exception in a handler becomes the error of `out`. The source is unsubscribed after the handler of
 * its end has run.
 *
 * @example
 * ```
 * const double = (source: Observable<number>): Observable<number> =>
 *   new Observable((out) => operate(source, out, { next: (value) => out.next(2 * value) }));
 * ```
 */
export function operate<T>(source: Observable<T>, out: Subscriber<never>, handlers: OperatorHandlers<T>): Subscription {
  return subscribeWithin(source, out, new GuardedHandlers(out, handlers));
}

/** Subscribes to `source` with a subscription that `owner` owns before the source begins. */
export function subscribeWithin<T>(source: Observable<T>, owner: Subscription, observer: Observer<T>): Subscription {
  return new Observable<T>((subscriber) => {
    owner.add(subscriber);
    source.subscribe(subscriber);
  }).subscribe(observer);
}

/** Passes the exceptions of handlers to `out`. */
class GuardedHandlers<T> implements Observer<T> {
  readonly #out: Subscriber<never>;
  readonly #handlers: OperatorHandlers<T>;

  constructor(out: Subscriber<never>, handlers: OperatorHandlers<T>) {
    this.#out = out;
    this.#handlers = handlers;
  }

  next(value: T): void {
    try {
      this.#handlers.next(value);
    } catch (error) {
      this.#out.error(error);
    }
  }

  error(error: unknown): void {
    if (this.#handlers.error === undefined) return this.#out.error(error);
    try {
      this.#handlers.error(error);
    } catch (thrown) {
      this.#out.error(thrown);
    }
  }

  complete(): void {
    if (this.#handlers.complete === undefined) return this.#out.complete();
    try {
      this.#handlers.complete();
    } catch (error) {
      this.#out.error(error);
    }
  }
}

/** An Observable whose values, error and completion come from outside, like RxJS's `Subject`. */
export interface Source<T> extends Observable<T>, Observer<T> {}

/** A value that changes: emits the current one to a new observer, then each change, like RxJS's `BehaviorSubject`. */
export interface Current<T> extends Observable<T> {
  readonly value: T;
  next(value: T): void;
}

/**
 * Creates a Subject whose `next` allocates nothing. That of RxJS 7 creates a closure and an array for each value, which
 * costs a session 8 % of its time. As in RxJS, a value goes to the observers that were subscribed when it arrived, in
 * the order of their subscription.
 */
export function createSubject<T>(): Source<T> {
  return new FastSubject<T>();
}

/** Creates a BehaviorSubject on `createSubject`, whose value is a plain property: that of RxJS 7 takes three calls. */
export function createCurrent<T>(value: T): Current<T> {
  return new FastBehaviorSubject(value);
}

/** It is a class because a session has sixty of them; as closures, they would take 40 KiB more. */
class FastSubject<T> extends Observable<T> implements Source<T> {
  /** Replaced, never mutated, so that a loop over it is not disturbed. */
  #observers: readonly Subscriber<T>[] = [];
  #end: ((observer: Observer<T>) => void) | null = null;

  constructor() {
    super(FastSubject.#subscribe);
  }

  /** Shared by all subjects: RxJS passes the Observable as `this`. */
  static #subscribe<T>(this: Observable<T>, subscriber: Subscriber<T>): Unsubscribable | undefined {
    return (this as FastSubject<T>).#add(subscriber);
  }

  next(value: T): void {
    const observers = this.#observers;
    for (let at = 0; at < observers.length; at += 1) (observers[at] as Subscriber<T>).next(value);
  }

  error(error: unknown): void {
    this.#endWith((observer) => observer.error(error));
  }

  complete(): void {
    this.#endWith((observer) => observer.complete());
  }

  /** Ends the subscription of one observer. */
  remove(subscriber: Subscriber<T>): void {
    this.#observers = this.#observers.filter((observer) => observer !== subscriber);
  }

  #add(subscriber: Subscriber<T>): Unsubscribable | undefined {
    if (this.#end !== null) {
      this.#end(subscriber);
      return undefined;
    }
    this.#observers = [...this.#observers, subscriber];
    return new Observed(this, subscriber);
  }

  #endWith(end: (observer: Observer<T>) => void): void {
    if (this.#end !== null) return;
    this.#end = end;
    const observers = this.#observers;
    this.#observers = [];
    observers.forEach(end);
  }
}

/** The subscription of one observer. */
class Observed<T> implements Unsubscribable {
  readonly #subject: FastSubject<T>;
  readonly #subscriber: Subscriber<T>;

  constructor(subject: FastSubject<T>, subscriber: Subscriber<T>) {
    this.#subject = subject;
    this.#subscriber = subscriber;
  }

  unsubscribe(): void {
    this.#subject.remove(this.#subscriber);
  }
}

class FastBehaviorSubject<T> extends Observable<T> implements Current<T> {
  readonly #changes = new FastSubject<T>();
  value: T;

  constructor(value: T) {
    super((subscriber) => {
      this.#changes.subscribe(subscriber);
      subscriber.next(this.value);
    });
    this.value = value;
  }

  next(value: T): void {
    this.value = value;
    this.#changes.next(value);
  }
}
