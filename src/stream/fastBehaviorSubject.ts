import { Observable } from 'rxjs';
import { FastSubject } from './fastSubject.ts';

/**
 * A BehaviorSubject whose `next` allocates nothing, like that of a FastSubject. New observers first receive the current
 * value.
 */
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
