import {
  asyncScheduler,
  defer,
  EMPTY,
  map,
  merge,
  of,
  repeat,
  switchMap,
  tap,
  timer,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';

export interface UserAwayOptions {
  /**
   * True while the agent is active or the user's turn is being answered. The time counts from when it turns false.
   * @default never
   */
  readonly busy?: Observable<boolean> | undefined;
  /**
   * True while a sound of the user may turn out to be words. Delays the emission without restarting the time.
   * @default never
   */
  readonly hearing?: Observable<boolean> | undefined;
  /** Time without a sign of the user, in ms. */
  readonly timeoutMs: number;
  /** How many times in a row it emits. @default 3 */
  readonly times?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits when the user has given no sign for `timeoutMs` while nothing else was going on: 1, then 2 after another
 * `timeoutMs`, up to `times`. Each sign, such as words or typed text, restarts the count. Sounds without words do not
 * count as signs. Completes when its inputs have completed and nothing is due. Unsubscribing stops its timer.
 *
 * ```text
 * signs  -f-----------f----------    timeoutMs 5, times 2
 * away   ------a----b------a----b    a the first time, b the second
 * ```
 *
 * @example
 * ```ts
 * import { userAway } from 'antiphon/operators';
 * import { Subject } from 'rxjs';
 *
 * const typed = new Subject<string>();
 * const isAway = typed.pipe(userAway({ timeoutMs: 30_000, times: 2 }));
 * isAway.subscribe((time) => console.log(time === 1 ? 'Are you still there?' : 'Goodbye.'));
 * ```
 */
export function userAway(options: UserAwayOptions): OperatorFunction<unknown, number> {
  const { busy = of(false), hearing = of(false), timeoutMs, times = 3, scheduler = asyncScheduler } = options;
  return (signs) =>
    defer(() => {
      let since = scheduler.now();
      let count = 0;
      let isBusy = false;
      let isHearing = false;
      const emit = (): number => {
        since = scheduler.now();
        count += 1;
        return count;
      };
      const inputs = merge(
        busy.pipe(
          tap((value) => {
            if (isBusy && !value) since = scheduler.now();
            isBusy = value;
          }),
        ),
        hearing.pipe(tap((value) => (isHearing = value))),
        signs.pipe(
          tap(() => {
            since = scheduler.now();
            count = 0;
          }),
        ),
      );
      return inputs.pipe(
        switchMap(() => {
          if (isBusy || isHearing) return EMPTY;
          return defer(() => timer(since + timeoutMs - scheduler.now(), scheduler)).pipe(
            map(emit),
            repeat(times - count),
          );
        }),
      );
    });
}
