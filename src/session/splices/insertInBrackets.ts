import { Observable, type MonoTypeOperatorFunction } from 'rxjs';
import type { EndReason } from '../../core/turn.ts';
import { SpliceRun, type ActiveSplice } from './spliceRun.ts';

type Ended<T> = Extract<T, { readonly kind: 'ended'; readonly reason: EndReason }>;

export interface BracketOptions<T, Selected extends T> {
  /** Selects the values that the operator gets. The others go past it. */
  readonly isSelected: (value: T) => value is Selected;
  /** Whether the operator completes before this value. */
  readonly closes: (value: T) => boolean;
  /** Returns the bracket of a value. */
  readonly keyOf: (value: T) => string | number;
  /** Brackets that are cut: nothing more of them is waited for. */
  readonly cut: Observable<{ readonly key: string | number; readonly reason: EndReason }>;
}

/** An open bracket: the run of the operator, and what waits behind it. */
interface Bracket<T, Selected> {
  readonly run: SpliceRun<Selected>;
  readonly held: { readonly value: T; readonly behind: number }[];
  /** Values behind one for which the operator completes. */
  closing: { readonly value: T; readonly behind: T[] } | null;
}

/**
 * Inserts a splice into a stream of brackets: the operator is subscribed to for each round of a reply, or for each utterance, and
 * completes before its end, which waits for what the operator still emits.
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
    const { keyOf, isSelected, closes } = this.#options;
    const key = keyOf(value);
    const bracket = this.#open.get(key);
    if (isEnd(value) && value.reason !== 'complete') {
      this.#drop(key);
      this.#emit(value);
    } else if (bracket?.closing) bracket.closing.behind.push(value);
    else if (isSelected(value)) (bracket ?? this.#begin(key)).run.next(value);
    else if (bracket === undefined) this.#emit(value);
    else if (closes(value)) this.#close(key, bracket, value);
    else this.#goPast(bracket, value);
  }

  /** Ends a bracket whose end waits for the operator. */
  cut(key: string | number, reason: EndReason): void {
    const closing = this.#open.get(key)?.closing;
    this.#drop(key);
    if (!closing) return;
    for (const value of [closing.value, ...closing.behind])
      if (!this.#options.isSelected(value)) this.#emit(isEnd(value) ? { ...value, reason } : value);
  }

  unsubscribe(): void {
    for (const { run } of this.#open.values()) run.unsubscribe();
    this.#open.clear();
  }

  #begin(key: string | number): Bracket<T, Selected> {
    const run = new SpliceRun(this.#splice, { emit: this.#emit, onProgress: () => this.#release(key) });
    const bracket: Bracket<T, Selected> = { run, held: [], closing: null };
    this.#open.set(key, bracket);
    return bracket;
  }

  /** A mark follows the audio that it counts, also through an operator that delays it. */
  #goPast({ run, held }: Bracket<T, Selected>, value: T): void {
    const isBehind = run.done < run.accepted && this.#splice.seen.timing === 'later';
    if (held.length > 0 || isBehind) held.push({ value, behind: run.accepted });
    else this.#emit(value);
  }

  #close(key: string | number, bracket: Bracket<T, Selected>, value: T): void {
    bracket.closing = { value, behind: [] };
    bracket.run.complete();
    // An operator that has completed at once has released the value.
    if (bracket.closing !== null) this.#release(key);
  }

  #release(key: string | number): void {
    const bracket = this.#open.get(key);
    if (bracket === undefined) return;
    const { run, held, closing } = bracket;
    while (held[0] !== undefined && held[0].behind <= run.done) this.#emit((held.shift() as { value: T }).value);
    if (closing === null || run.isFlushing) return;
    bracket.closing = null;
    this.#drop(key);
    if (closing.behind.length === 0 || !isEnd(closing.value)) this.#emit(closing.value);
    else closing.behind.push(closing.value);
    // A text that came while the end waited belongs before it.
    for (const value of closing.behind) if (!isEnd(value)) this.next(value);
    for (const value of closing.behind) if (isEnd(value)) this.next(value);
  }

  /** Forgets a bracket. What was held goes past. */
  #drop(key: string | number): void {
    const bracket = this.#open.get(key);
    if (bracket === undefined) return;
    this.#open.delete(key);
    bracket.run.unsubscribe();
    for (const { value } of bracket.held) this.#emit(value);
  }
}

function isEnd<T extends { readonly kind: string }>(value: T): value is Ended<T> {
  return value.kind === 'ended';
}
