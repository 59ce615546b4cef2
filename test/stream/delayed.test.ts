import { delay, of, Subject, type MonoTypeOperatorFunction } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { delayed } from '../../src/stream/delayed.ts';

/** Notifications of an operator, and of work that the clock does meanwhile, with their times. */
function notifications(operator: (clock: VirtualClock) => MonoTypeOperatorFunction<number>): readonly string[] {
  const clock = new VirtualClock();
  const source = new Subject<number>();
  const seen: string[] = [];
  const note = (text: string): number => seen.push(`${clock.now()} ${text}`);
  source.pipe(operator(clock)).subscribe({ next: (value) => note(String(value)), complete: () => note('end') });
  for (const atMs of [0, 0, 3, 10, 12]) clock.schedule(() => source.next(atMs), atMs);
  for (const atMs of [10, 13, 20]) clock.schedule(() => note('work'), atMs);
  clock.schedule(() => source.complete(), 12);
  clock.flush();
  return seen;
}

describe('delayed', () => {
  test('emits and ends when delay of RxJS does, in the same order', () => {
    expect(notifications((clock) => delayed(10, clock))).toEqual(notifications((clock) => delay(10, clock)));
  });

  test('ends at once where nothing waits', () => {
    let isOver = false;
    of<number>()
      .pipe(delayed(10, new VirtualClock()))
      .subscribe({ complete: () => (isOver = true) });
    expect(isOver).toBe(true);
  });

  test('takes its work back when it is left', () => {
    const clock = new VirtualClock();
    of(1, 2).pipe(delayed(10, clock)).subscribe().unsubscribe();
    expect(clock.pending).toBe(0);
  });
});
