import { identity, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import { createSubject, type Source } from '../../stream/operate.ts';
import type { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { guard } from '../../stream/guard.ts';
import { createAlarm, type Alarm } from '../../time/alarm.ts';
import { checkedFrames } from '../borders/checkedFrames.ts';
import type { Part } from '../containment/part.ts';
import type { SpliceFailure } from './splice.ts';

/** A splice, with its defaults filled in. */
export interface ActiveSplice<T> {
  readonly part: Part;
  readonly operator: (source: Observable<T>) => Observable<T>;
  /** True if values carry audio: a frame that breaks the contract is a failure of the splice. */
  readonly hasFrames: boolean;
  readonly onError: SpliceFailure;
  readonly maxDelayMs: number;
  /**
   * Returns the substitute for a value that the operator does not let through, or undefined for none. `what` describes
   * what the splice did.
   */
  readonly replace: (value: T, what: string) => T | undefined;
  readonly report: (error: AntiphonError) => void;
  /** Ends the session after a failure. */
  readonly fail: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
  /** Observations about the runs of the splice. */
  readonly seen: SpliceExperience;
}

export interface SpliceExperience {
  /** The time at which the operator emits: unknown so far, within the call that gives it a value, or later. */
  timing: 'unknown' | 'at once' | 'later';
  /** Failures since it last let a value through. */
  failures: number;
}

export interface SpliceOutput<T> {
  readonly emit: (value: T) => void;
  /** Called when a value was answered later or given up, or the operator has completed. */
  readonly onProgress: () => void;
}

/** The call that gives the operator a value. */
interface Call {
  answered: boolean;
  failure: { readonly cause: unknown } | null;
}

/** The maximum number of unanswered values that are kept. */
const MAX_WAITING = 10_000;

/** The maximum number of consecutive failures that are reported. */
const MAX_REPORTED = 10;

/**
 * A run of the operator of a splice. If the operator throws or completes, subscribes to it again with the next value,
 * so that the splice never leaves the graph, and gives it the unanswered values again.
 */
export class SpliceRun<T> {
  readonly #splice: ActiveSplice<T>;
  readonly #output: SpliceOutput<T>;
  readonly #patience: Alarm;
  #input: Source<T> | null = null;
  #running: Subscription | undefined;
  #call: Call | null = null;
  /** The values that were not answered within their call, but may be answered later. */
  readonly #waiting: T[] = [];
  #accepted = 0;
  #isClosing = false;

  constructor(splice: ActiveSplice<T>, output: SpliceOutput<T>) {
    this.#splice = splice;
    this.#output = output;
    this.#patience = createAlarm(splice.scheduler, () => this.#giveUp());
  }

  /** The number of values so far whose answers other values wait for. */
  get accepted(): number {
    return this.#accepted;
  }

  /** The number of these values that were answered or given up. */
  get done(): number {
    return this.#accepted - this.#waiting.length;
  }

  /** True while the operator has not completed after `complete`. */
  get isFlushing(): boolean {
    return this.#isClosing && this.#input !== null;
  }

  /** Subscribes to the operator before the first value. */
  begin(): void {
    if (this.#input === null) this.#subscribe();
  }

  /** Gives the operator a value. Returns whether it has answered within the call. */
  next(value: T): boolean {
    const call: Call = { answered: false, failure: null };
    const outer = this.#call;
    this.#call = call;
    try {
      (this.#input ?? this.#subscribe())?.next(value);
    } finally {
      this.#call = outer;
    }
    if (call.failure !== null) this.#onFailure(call.answered ? undefined : value, value, call.failure.cause);
    else if (!call.answered) this.#wait(value);
    return call.answered;
  }

  /** Completes the input of the operator, which may emit its withheld values. */
  complete(): void {
    this.#isClosing = true;
    if (this.#input === null) return;
    this.#setPatience();
    this.#input.complete();
  }

  unsubscribe(): void {
    const { part, report } = this.#splice;
    this.#input = null;
    this.#patience.set(undefined);
    guard(
      () => this.#running?.unsubscribe(),
      (thrown) =>
        report(part.describe('splice_failed', `failed while closing: ${messageOf(thrown)}`, { cause: thrown })),
    );
  }

  #subscribe(): Source<T> | null {
    const { part, operator, hasFrames } = this.#splice;
    const input = createSubject<T>();
    this.#input = input;
    try {
      this.#running = part
        .operator(operator)(input)
        .pipe(hasFrames ? checkedFrames() : identity)
        .subscribe({
          next: (value) => this.#pass(value),
          error: (cause: unknown) => this.#onError(cause),
          complete: () => this.#onComplete(),
        });
    } catch (cause) {
      this.#onError(cause);
    }
    return this.#input;
  }

  #pass(value: T): void {
    const { seen } = this.#splice;
    seen.failures = 0;
    if (this.#call !== null) {
      this.#call.answered = true;
      if (seen.timing === 'unknown') seen.timing = 'at once';
      return this.#output.emit(value);
    }
    seen.timing = 'later';
    this.#waiting.shift();
    this.#output.emit(value);
    this.#noteProgress();
  }

  /** Notes progress, from which the time limit for a withheld value counts. */
  #noteProgress(): void {
    if (this.isFlushing || this.#waiting.length > 0) this.#setPatience();
    else this.#patience.set(undefined);
    this.#output.onProgress();
  }

  #wait(value: T): void {
    const isDropped = this.#input === null || this.#splice.seen.timing === 'at once';
    if (isDropped) return this.#replace(value, 'held it back');
    this.#accepted += 1;
    this.#waiting.push(value);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    if (this.#waiting.length === 1) this.#setPatience();
  }

  #setPatience(): void {
    const { scheduler, maxDelayMs } = this.#splice;
    this.#patience.set(scheduler.now() + maxDelayMs);
  }

  #giveUp(): void {
    const { part, report, replace, maxDelayMs, seen } = this.#splice;
    const held = this.#takeWaiting();
    const isAwaited = held.some((value) => replace(value, '') !== undefined);
    if (seen.timing === 'later' || this.#isClosing || isAwaited)
      report(part.describe('part_stalled', `has withheld a value for ${maxDelayMs} ms`));
    if (seen.timing === 'unknown') seen.timing = 'at once';
    if (this.#isClosing) this.unsubscribe();
    for (const value of held) this.#replace(value, 'held it back');
    this.#output.onProgress();
  }

  #onError(cause: unknown): void {
    this.#input = null;
    if (this.#call === null) this.#onFailure(this.#waiting.shift(), undefined, cause);
    else this.#call.failure = { cause };
  }

  /**
   * Applies `onError` to the value on which the operator failed, and gives the operator the unanswered values again.
   */
  #onFailure(value: T | undefined, about: T | undefined, cause: unknown): void {
    const held = this.#takeWaiting();
    this.#lose(value, about ?? value, cause);
    for (const other of held) this.next(other);
    this.#noteProgress();
  }

  #lose(value: T | undefined, about: T | undefined, cause: unknown): void {
    const { part, report, fail, onError, seen } = this.#splice;
    const what = about === undefined ? '' : ` on ${describeValue(about)}`;
    const error = part.describe('splice_failed', `failed${what}: ${messageOf(cause)}`, { cause });
    if (onError === 'end') return fail(error);
    seen.failures += 1;
    if (seen.failures <= MAX_REPORTED) report(error);
    if (value === undefined) return;
    if (onError === 'skip') this.#output.emit(value);
    else this.#replace(value, 'failed');
  }

  #replace(value: T, what: string): void {
    const replaced = this.#splice.replace(value, what);
    if (replaced !== undefined) this.#output.emit(replaced);
  }

  #onComplete(): void {
    this.#input = null;
    this.#takeWaiting();
    if (!this.#isClosing) {
      const { part, report } = this.#splice;
      report(part.describe('splice_failed', 'has completed; it restarts with the next value', { failure: false }));
    }
    this.#noteProgress();
  }

  #takeWaiting(): readonly T[] {
    return this.#waiting.splice(0);
  }
}

function describeValue(value: unknown): string {
  const kind: unknown = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  return typeof kind === 'string' ? `a value of kind "${kind}"` : 'a value';
}
