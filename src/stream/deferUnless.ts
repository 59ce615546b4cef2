import { asapScheduler, Observable, type OperatorFunction, type Subscriber, type Subscription } from 'rxjs';
import { operate, type OperatorHandlers } from './operate.ts';

/**
 * Calls `note` with each value as it arrives, and emits the results in order at the end of the turn of the event loop.
 * Emits the result of an urgent value at once, after all waiting results.
 *
 * ```text
 * source  (abU)c     U: urgent
 * output  (abU)c     "a" and "b" before "U", "c" when all work of its turn is done
 * ```
 */
export function deferUnless<In, Out>(
  isUrgent: (value: In) => boolean,
  note: (value: In) => Out,
): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      const deferral = new Deferral(subscriber, isUrgent, note);
      subscriber.add(deferral);
      operate(values, subscriber, deferral);
    });
}

/** Queues the waiting values. A single action of the scheduler emits all of them. */
class Deferral<In, Out> implements OperatorHandlers<In> {
  readonly #output: Subscriber<Out>;
  readonly #isUrgent: (value: In) => boolean;
  readonly #note: (value: In) => Out;
  #waiting: Out[] = [];
  #draining: Subscription | null = null;

  constructor(output: Subscriber<Out>, isUrgent: (value: In) => boolean, note: (value: In) => Out) {
    this.#output = output;
    this.#isUrgent = isUrgent;
    this.#note = note;
  }

  next(value: In): void {
    this.#waiting.push(this.#note(value));
    if (this.#isUrgent(value)) this.#drain();
    // If closed, another action has thrown, and RxJS has dropped the actions after it.
    else if (this.#draining?.closed !== false) this.#draining = asapScheduler.schedule(() => this.#drainAll());
  }

  complete(): void {
    asapScheduler.schedule(() => this.#output.complete());
  }

  unsubscribe(): void {
    this.#waiting = [];
    this.#draining?.unsubscribe();
  }

  #drainAll(): void {
    this.#draining = null;
    this.#drain();
  }

  #drain(): void {
    while (this.#waiting.length > 0) this.#output.next(this.#waiting.shift() as Out);
  }
}
