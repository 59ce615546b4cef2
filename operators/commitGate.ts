import { defer, endWith, map, merge, take, takeWhile, type MonoTypeOperatorFunction, type Observable } from 'rxjs';
import { AntiphonError } from '../src/core/errors.ts';
import { mapArrays } from '../src/stream/mapArrays.ts';

export interface CommitGateOptions<T> {
  /** Its first value opens the gate permanently. */
  readonly commit: Observable<unknown>;
  /** Limit on the total cost of the held values. @default 1000000 */
  readonly maxHeld?: number | undefined;
  /** Returns the cost of a value. @default 1 */
  readonly costOf?: ((value: T) => number) | undefined;
}

/**
 * Holds a stream back until it is committed. Subscribes to it at once, keeps its values and its completion until
 * `commit` emits, then emits them synchronously and passes everything from then on. An error passes at once and drops
 * the held values; so does `limit_exceeded`, if the held values would exceed `maxHeld`. If `commit` completes without
 * emitting, the gate completes empty. Unsubscribing cancels the stream.
 *
 * ```text
 * answer  -a-b------c-|
 * commit  ------u------
 * gated   ------(ab)c-|
 * ```
 *
 * @example
 * ```ts
 * import { commitGate } from 'antiphon/operators';
 * import { of, timer } from 'rxjs';
 *
 * const commit = timer(500);
 * of('At', ' eight?')
 *   .pipe(commitGate({ commit }))
 *   .subscribe((text) => console.log(text)); // after 500 ms: both
 * ```
 */
export function commitGate<T>(options: CommitGateOptions<T>): MonoTypeOperatorFunction<T> {
  const { commit, maxHeld = 1_000_000, costOf = () => 1 } = options;
  return (source) =>
    defer(() => {
      let held: T[] | null = [];
      let cost = 0;
      const pass = (input: Input<T>): readonly T[] => {
        const values = held;
        if (input.kind !== 'value') held = null;
        if (values === null) return input.kind === 'value' ? [input.value] : NONE;
        if (input.kind !== 'value') return values;
        cost += costOf(input.value);
        if (cost > maxHeld) throw createLimitError(maxHeld);
        values.push(input.value);
        return NONE;
      };
      const opening = commit.pipe(
        take(1),
        map((): Input<T> => OPEN),
        endWith<Input<T>>(END),
      );
      return merge(opening, source.pipe(map((value): Input<T> => ({ kind: 'value', value })))).pipe(
        takeWhile((input) => input.kind !== 'end' || held === null),
        mapArrays(pass),
      );
    });
}

/** A value of the source, the commit, or the end of `commit`. */
type Input<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'open' | 'end' };

const OPEN = { kind: 'open' } as const;
const END = { kind: 'end' } as const;
const NONE: readonly never[] = [];

function createLimitError(limit: number): AntiphonError {
  return new AntiphonError('limit_exceeded', `expected at most ${limit} to be held before the commit, got more`);
}
