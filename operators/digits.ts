import {
  asyncScheduler,
  defer,
  endWith,
  filter,
  map,
  of,
  switchMap,
  timer,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { Digit } from '../src/core/digit.ts';

export interface DigitsOptions {
  /** The key that ends an entry; the entry does not include it. `''`: no such key. @default "#" */
  readonly terminator?: Digit | '' | undefined;
  /** Time after the last key at which an entry without a terminator ends, in ms. @default 3000 */
  readonly timeoutMs?: number | undefined;
  /** Length at which an entry ends, from 1. @default 32 */
  readonly max?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Collects telephone keys into entries. An entry ends with the terminator, `timeoutMs` after its last key, at `max`
 * keys, or when the keys complete. A terminator alone is emitted as an entry. The options are read at each key, so they
 * may be getters. Unsubscribing stops the timer.
 *
 * ```text
 * keys     -1-2-p---3------    p the key #; timeoutMs 4
 * entries  -----x-------y--    x "12", y "3"
 * ```
 *
 * @example
 * ```ts
 * import { digits } from 'antiphon/operators';
 * import { of } from 'rxjs';
 *
 * const keys = of('1' as const, '2' as const, '#' as const, '3' as const);
 * keys.pipe(digits()).subscribe((entry) => console.log(entry)); // '12', '3'
 * ```
 */
export function digits(options: DigitsOptions = {}): OperatorFunction<Digit, string> {
  const { scheduler = asyncScheduler } = options;
  return (keys) =>
    defer(() => {
      let pressed = '';
      const take = (): string => {
        const entry = pressed;
        pressed = '';
        return entry;
      };
      const press = (key: Digit): Observable<string> => {
        const { terminator = '#', timeoutMs = 3000, max = 32 } = options;
        const isEnd = key === terminator;
        if (!isEnd || pressed === '') pressed += key;
        const isWhole = isEnd || pressed.length >= max;
        return isWhole ? of(take()) : timer(timeoutMs, scheduler).pipe(map(take));
      };
      return keys.pipe(
        endWith<Digit | null>(null),
        switchMap((key) => (key === null ? of(take()) : press(key))),
        filter((entry) => entry !== ''),
      );
    });
}
