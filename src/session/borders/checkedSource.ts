import { defer, Observable, Subscription, type Observer, type Subscriber } from 'rxjs';
import { createViolation, type Violation } from './violation.ts';

export interface CheckedSourceOptions<T> {
  /** Opens the port's stream. What it throws is the error of the stream. */
  readonly open: () => Observable<T>;
  /** Checks a value. Returns null if it is valid. Runs for every frame. */
  readonly check: (value: unknown) => Violation | null;
  /** Handles a value that was not emitted. */
  readonly onViolation: (breach: Violation, out: Subscriber<T>) => void;
  /** Called for a value that came after the end and was dropped. */
  readonly onLate: (breach: Violation) => void;
  /** Called with an error of the stream's teardown. */
  readonly onTeardownError: (thrown: unknown) => void;
}

/**
 * Emits what a port emits as long as it keeps its contract. No exception of the port gets out: not what `open` or reading a
 * value throws, and not what its teardown throws, whoever ends the stream.
 */
export function checkedSource<T>(options: CheckedSourceOptions<T>): Observable<T> {
  return new Observable((out) => {
    const entry = new CheckingObserver(out, options);
    out.add(entry);
    defer(options.open).subscribe(entry);
  });
}

/** The subscriber that the port itself gets: a teardown that throws must not throw in the port's call of `complete`. */
class CheckingObserver<T> extends Subscription implements Observer<T> {
  #hasEnded = false;
  readonly #out: Subscriber<T>;
  readonly #options: CheckedSourceOptions<T>;

  constructor(out: Subscriber<T>, options: CheckedSourceOptions<T>) {
    super();
    this.#out = out;
    this.#options = options;
  }

  next(value: T): void {
    if (this.#hasEnded) return this.#options.onLate(createViolation('the stream', 'over after its end', value));
    if (this.closed) return;
    const found = this.#look(value);
    if (found === null) this.#out.next(value);
    else this.#options.onViolation(found, this.#out);
  }

  error(error: unknown): void {
    this.#end(() => this.#out.error(error));
  }

  complete(): void {
    this.#end(() => this.#out.complete());
  }

  override add(teardown: Parameters<Subscription['add']>[0]): void {
    this.#contain(() => super.add(teardown));
  }

  override unsubscribe(): void {
    this.#contain(() => super.unsubscribe());
  }

  #end(tell: () => void): void {
    if (this.#hasEnded || this.closed) return;
    this.#hasEnded = true;
    tell();
    this.unsubscribe();
  }

  #look(value: T): Violation | null {
    try {
      return this.#options.check(value);
    } catch {
      return createViolation('what it emits', 'an object that can be read', value);
    }
  }

  #contain(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#options.onTeardownError(thrown);
    }
  }
}
