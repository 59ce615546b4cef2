import { Observable, type MonoTypeOperatorFunction } from 'rxjs';
import type { EndReason } from '../../core/turn.ts';
import { SpliceRun, type ActiveSplice } from './spliceRun.ts';

type Ended<T> = Extract<T, { readonly kind: 'ended'; readonly reason: EndReason }>;

export interface BracketOptions<T, Selected extends T> {
  /** Selects the values that the operator receives. The others bypass it. */
  readonly isSelected: (value: T) => value is Selected;
  /** Returns whether the operator's source completes before this value. */
  readonly closes: (value: T) => boolean;
  /** Returns the bracket of a value. */
  readonly keyOf: (value: T) => string | number;
  /** Emits cut brackets, which nothing waits for any longer. */
  readonly cut: Observable<{ readonly key: string | number; readonly reason: EndReason }>;
}

/** An open bracket: the run of the operator, and the values that wait for it. */
interface Bracket<T, Selected> {
  /** Null: the operator has received nothing since it completed. */
  run: SpliceRun<Selected> | null;
  /** Values that bypass the operator, but wait for earlier values that it still holds. */
  readonly held: { readonly value: T; readonly behind: number }[];
  /** The value before which the operator completes. */
  closing: T | null;
  /** True while values are being emitted. Values that come meanwhile are their consequence. */
  isEmitting: boolean;
  /** Values that came while the operator completed or others were emitted. */
  readonly waiting: T[];
}

/**
 * Inserts a splice into a stream of brackets. Subscribes to the operator for each round of a reply, or for each
 * utterance, and completes its source before the end of the bracket, which waits until the operator completes.
 */
export function insertInBrackets<T extends { readonly kind: string }, Selected extends T>(
  splice: ActiveSplice<Selected>,
  options: BracketOptions<T, Selected>,
): MonoTypeOperatorFunction<T> {
  return (source) =>
    new Observable((out) => {
      const brackets = new Brackets(splice, options, (value: T) => out.next(value));
      out.add(() => brackets.unsubscribe());
      out.add(options.cut.subscribe(({ key, reason }) => brackets.cut(key, reason)));
      out.add(
        source.subscribe({
          next: (value) => brackets.next(value),
          error: (error: unknown) => out.error(error),
          complete: () => out.complete(),
        }),
      );
    });
}

class Brackets<T extends { readonly kind: string }, Selected extends T> {
  readonly #splice: ActiveSplice<Selected>;
  readonly #options: BracketOptions<T, Selected>;
  readonly #emit: (value: T) => void;
  readonly #open = new Map<string | number, Bracket<T, Selected>>();

  constructor(splice: ActiveSplice<Selected>, options: BracketOptions<T, Selected>, emit: (value: T) => void) {
    this.#splice = splice;
    this.#options = options;
    this.#emit = emit;
  }

  next(value: T): void {
    const key = this.#options.keyOf(value);
    const bracket = this.#open.get(key);
    if (isEnd(value) && value.reason !== 'complete') {
      this.#drop(key);
      this.#emit(value);
    } else if (bracket === undefined && !this.#options.isSelected(value)) this.#emit(value);
    else if (bracket !== undefined && (bracket.closing !== null || bracket.isEmitting)) this.#queue(bracket, value);
    else this.#take(key, bracket ?? this.#begin(key), value);
  }

  /** Ends a bracket whose end waits for the operator. */
  cut(key: string | number, reason: EndReason): void {
    const bracket = this.#open.get(key);
    this.#drop(key);
    const { closing = null, waiting = [] } = bracket ?? {};
    if (closing === null) return;
    for (const value of [closing, ...waiting])
      if (!this.#options.isSelected(value)) this.#emit(isEnd(value) ? { ...value, reason } : value);
  }

  unsubscribe(): void {
    for (const { run } of this.#open.values()) run?.unsubscribe();
    this.#open.clear();
  }

  #begin(key: string | number): Bracket<T, Selected> {
    const bracket: Bracket<T, Selected> = { run: null, held: [], closing: null, isEmitting: false, waiting: [] };
    this.#open.set(key, bracket);
    return bracket;
  }

  /** Queues a value. Text that comes while the end of its reply waits goes before that end. */
  #queue({ waiting }: Bracket<T, Selected>, value: T): void {
    const end = this.#options.isSelected(value) ? waiting.findIndex(isEnd) : -1;
    waiting.splice(end < 0 ? waiting.length : end, 0, value);
  }

  #take(key: string | number, bracket: Bracket<T, Selected>, value: T): void {
    const { isSelected, closes } = this.#options;
    if (isSelected(value)) this.#runOf(key, bracket).next(value);
    else if (!closes(value)) this.#goPast(bracket, value);
    else {
      bracket.closing = value;
      bracket.run?.complete();
      this.#release(key);
    }
  }

  #runOf(key: string | number, bracket: Bracket<T, Selected>): SpliceRun<Selected> {
    bracket.run ??= new SpliceRun(this.#splice, { emit: this.#emit, onProgress: () => this.#release(key) });
    return bracket.run;
  }

  /** Passes a mark after the audio that it counts, even if the operator delays that audio. */
  #goPast({ run, held }: Bracket<T, Selected>, value: T): void {
    const isBehind = run !== null && run.done < run.accepted;
    if (held.length > 0 || isBehind) held.push({ value, behind: run?.accepted ?? 0 });
    else this.#emit(value);
  }

  /** Emits the values that waited for the operator: marks, and the value for which it completed. */
  #release(key: string | number): void {
    const bracket = this.#open.get(key);
    if (bracket === undefined || bracket.isEmitting) return;
    const { run, held } = bracket;
    const isOver = bracket.closing !== null && run?.isFlushing !== true;
    while (held[0] !== undefined && (isOver || held[0].behind <= (run?.done ?? 0)))
      this.#emit((held.shift() as { value: T }).value);
    if (bracket.closing !== null && isOver) this.#close(key, bracket, bracket.closing);
  }

  #close(key: string | number, bracket: Bracket<T, Selected>, closing: T): void {
    const isLast = isEnd(closing) && bracket.waiting.length === 0;
    if (isEnd(closing) && !isLast) bracket.waiting.push(closing);
    bracket.run?.unsubscribe();
    bracket.run = null;
    bracket.closing = null;
    if (isLast) this.#open.delete(key);
    bracket.isEmitting = true;
    if (isLast || !isEnd(closing)) this.#emit(closing);
    bracket.isEmitting = false;
    while (bracket.closing === null && bracket.waiting.length > 0)
      this.#take(key, bracket, bracket.waiting.shift() as T);
  }

  /** Discards a bracket and the values it holds: marks of audio that is not emitted. */
  #drop(key: string | number): void {
    const bracket = this.#open.get(key);
    if (bracket === undefined) return;
    this.#open.delete(key);
    bracket.run?.unsubscribe();
  }
}

function isEnd<T extends { readonly kind: string }>(value: T): value is Ended<T> {
  return value.kind === 'ended';
}
