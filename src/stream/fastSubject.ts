import { Observable, type Observer, type Subscriber, type Unsubscribable } from 'rxjs';

/**
 * A Subject whose `next` allocates nothing. RxJS 7 creates a closure and an iterator for each value, and an iterator
 * result for each observer. As in RxJS, a value goes to the observers that were subscribed when it arrived, in the
 * order of their subscription.
 */
export class FastSubject<T> extends Observable<T> implements Observer<T> {
  /** Replaced, never mutated, so that a loop over it is not disturbed. */
  #observers: readonly Subscriber<T>[] = [];
  #end: ((observer: Observer<T>) => void) | null = null;

  constructor() {
    super(FastSubject.#subscribe);
  }

  /** Shared by all subjects, because RxJS calls it as a method. */
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

/**
 * The subscription of one observer. It is an object because a session has about eighty, and closures would take more
 * memory.
 */
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
