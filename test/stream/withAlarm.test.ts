import { concatMap, delay, endWith, from, map, mergeWith, NEVER, of, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { withAlarm } from '../../src/stream/withAlarm.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

/** What leaves, with its time; each value is how far ahead it sets the alarm. */
function heard(values: (clock: VirtualClock) => Observable<number | undefined>, untilMs: number): string[] {
  const clock = new VirtualClock();
  const log: string[] = [];
  const note = (what: unknown): void => void log.push(`${clock.now()} ${String(what)}`);
  values(clock)
    .pipe(
      withAlarm(
        (inMs) => (inMs === undefined ? undefined : clock.now() + inMs),
        () => 'ring',
        clock,
      ),
    )
    .subscribe({ next: note, error: note, complete: () => note('complete') });
  clock.flush(untilMs);
  return log;
}

test('rings at the time that the latest value named', () => {
  const values = (clock: VirtualClock) =>
    from([50, 40]).pipe(
      concatMap((inMs, index) => of(inMs).pipe(delay(index * 30, clock))),
      mergeWith(NEVER),
    );
  expect(heard(values, 200)).toEqual(['0 50', '30 40', '70 ring']);
});

test('does not ring for a value that names none', () => {
  const values = (clock: VirtualClock) =>
    of(50).pipe(mergeWith(timer(20, clock).pipe(map(() => undefined))), mergeWith(NEVER));
  expect(heard(values, 200)).toEqual(['0 50', '20 undefined']);
});

test('the end of the values turns it off, and so does leaving: no timer stays', () => {
  expect(heard(() => of(50).pipe(endWith(undefined)), 200)).toEqual(['0 50', '0 undefined', '0 complete']);
  const clock = new VirtualClock();
  const listening = NEVER.pipe(mergeWith(of(50)))
    .pipe(
      withAlarm(
        () => 50,
        () => 'ring',
        clock,
      ),
    )
    .subscribe();
  expect(clock.pending).toBe(1);
  listening.unsubscribe();
  expect(clock.pending).toBe(0);
});
