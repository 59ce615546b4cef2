import { NEVER, of, take } from 'rxjs';
import { expect, test } from 'vitest';
import type { Line } from '../../src/record/format.ts';
import { createRecordingBorder } from '../../src/record/recordingBorder.ts';
import { createSteps } from '../../src/record/steps.ts';
import { createAlarm } from '../../src/time/alarm.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

test('a timer whose time is no round number of microseconds runs once, when it is due', async () => {
  const clock = new VirtualClock();
  const ticks: number[] = [];
  const steps = createSteps(clock, ({ t }) => ticks.push(t));
  await clock.run(0.1);
  // 0.1 + 0.2 is 0.30000000000000004: no time that is rounded to the microsecond ever gets there.
  steps.run(
    () => {},
    () => steps.clock.schedule(() => {}, 0.2),
  );
  await clock.run(1);
  expect(ticks).toEqual([0.3]);
  expect(clock.pending).toBe(0);
});

test('work that the last work of an instant postpones wakes the session when it is due', async () => {
  const clock = new VirtualClock();
  const ticks: number[] = [];
  const rings: number[] = [];
  const steps = createSteps(clock, ({ t }) => ticks.push(t));
  const ring = (): void => {
    rings.push(steps.clock.at);
    if (rings.length === 1) alarm.set(8);
  };
  const alarm = createAlarm(steps.clock, ring, { isLast: true });
  alarm.set(5);
  await clock.run(20);
  expect(rings).toEqual([5, 8]);
  expect(ticks).toEqual([5, 8]);
});

test('what a source emits in the instant in which it is left is no input', () => {
  const lines: Line[] = [];
  const border = createRecordingBorder({
    scheduler: new VirtualClock(),
    isBusy: () => false,
    write: (line) => lines.push(line),
  });
  const left: unknown[] = [];
  border
    .connect({ kind: 'away', codec: { write: (v) => v, read: (v) => v }, input: NEVER, outside: () => of({}, {}, {}) })
    .pipe(take(1))
    .subscribe((value) => left.push(value));
  expect(left).toEqual([{}]);
  expect(lines.flatMap((line) => ('in' in line ? [line.in] : []))).toEqual(['away.0']);
});
