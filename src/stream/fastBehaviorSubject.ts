import { Observable } from 'rxjs';
import { FastSubject } from './fastSubject.ts';

/** A BehaviorSubject whose `next` allocates nothing, as that of a FastSubject. It gives its value to new observers first. */
export class FastBehaviorSubject<T> extends Observable<T> {
  readonly #changes = new FastSubject<T>();
  #value: T;

  constructor(value: T) {
    super((subscriber) => {
      this.#changes.subscribe(subscriber);
      subscriber.next(this.#value);
    });
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  next(value: T): void {
    this.#value = value;
    this.#changes.next(value);
  }
}
