import { from, Observable, Subscriber, type Subscription } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { leaveWith, runUncontained } from '../containment/containment.ts';
import type { Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';

export interface CheckedSourceOptions<T> {
  /** Opens the port's stream. An exception becomes the error of the stream. */
  readonly open: () => Observable<T>;
  /** Checks a value. Returns null if it is valid. Runs for every frame. */
  readonly check: (value: unknown) => Violation | null;
  /** Handles an invalid value, which is not emitted. */
  readonly onViolation: (found: Violation, out: Subscriber<T>) => void;
  /** The port's name in errors, such as `the voice NAME`. */
  readonly port: string;
  /** Creates the error for a value after the end, or for a teardown that throws. */
  readonly createError: (message: string, cause?: unknown) => AntiphonError;
  readonly reports: BorderReports;
  /** The part that contains the port's code. @default none: a port of this library */
  readonly part?: Part | undefined;
}

/**
 * Emits the valid values of a port's stream. Catches exceptions of the port when the stream is opened, when a value is
 * read and at teardown. Drops values after the end, and reports the first of them.
 */
export function checkedSource<T>(options: CheckedSourceOptions<T>): Observable<T> {
  return new Observable((out) => {
    const entry = new CheckingSubscriber(out, options);
    out.add(entry);
    const open = (): void => {
      const opened = options.open();
      (opened instanceof Observable ? opened : from<Observable<T>>(opened)).subscribe(entry);
    };
    try {
      if (options.part === undefined) open();
      else options.part.run(open);
    } catch (error) {
      entry.error(error);
    }
  });
}

/** The subscriber passed to the port. Its teardown never throws into the port's call of `complete`. */
class CheckingSubscriber<T> extends Subscriber<T> {
  #hasEnded = false;
  readonly #out: Subscriber<T>;
  readonly #options: CheckedSourceOptions<T>;

  constructor(out: Subscriber<T>, options: CheckedSourceOptions<T>) {
    super();
    this.#out = out;
    this.#options = options;
  }

  override next(value: T): void {
    if (this.#options.part === undefined) this.#take(value);
    else leaveWith(this.#takeOne, value);
  }

  readonly #takeOne = (value: T): void => this.#take(value);

  #take(value: T): void {
    if (this.#hasEnded) return this.#reportLate(value);
    if (this.closed) return;
    const found = this.#check(value);
    if (found === null) this.#out.next(value);
    else this.#options.onViolation(found, this.#out);
  }

  override error(error: unknown): void {
    runUncontained(() => this.#end(() => this.#out.error(error)));
  }

  override complete(): void {
    runUncontained(() => this.#end(() => this.#out.complete()));
  }

  override add(teardown: Parameters<Subscription['add']>[0]): void {
    try {
      super.add(teardown);
    } catch (thrown) {
      this.#reportTeardown(thrown);
    }
  }

  override unsubscribe(): void {
    const unsubscribe = (): void => super.unsubscribe();
    try {
      if (this.#options?.part === undefined) unsubscribe();
      else this.#options.part.run(unsubscribe);
    } catch (thrown) {
      this.#reportTeardown(thrown);
    }
  }

  #end(emit: () => void): void {
    if (this.#hasEnded || this.closed) return;
    this.#hasEnded = true;
    emit();
    this.unsubscribe();
  }

  #check(value: T): Violation | null {
    try {
      return this.#options.check(value);
    } catch {
      return createViolation('what it emits', 'an object that can be read', value);
    }
  }

  #reportTeardown(thrown: unknown): void {
    const { port, reports, createError } = this.#options;
    const message = `${port} failed while it was closed: ${messageOf(thrown)}`;
    reports.reportOnce(`${port}: teardown`, () => createError(message, thrown));
  }

  #reportLate(value: T): void {
    const { port, reports, createError } = this.#options;
    const violation = describeViolation(createViolation('the stream', 'over after its end', value));
    reports.reportOnce(`${port}: late`, () => createError(`${port} broke its contract: ${violation}`));
  }
}
