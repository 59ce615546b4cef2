import { VirtualTimeScheduler } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { createAlarm } from '../../src/time/alarm.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { WorkQueue } from '../../src/time/workQueue.ts';

function setUp(): { clock: VirtualClock; rung: number[]; alarm: ReturnType<typeof createAlarm> } {
  const clock = new VirtualClock();
  const rung: number[] = [];
  return { clock, rung, alarm: createAlarm(clock, () => rung.push(clock.now())) };
}

test('rings once, at its time', () => {
  const { clock, rung, alarm } = setUp();
  alarm.set(30);
  clock.flush(100);
  expect(rung).toEqual([30]);
});

test('may be moved to an earlier time, and to a later one', () => {
  const { clock, rung, alarm } = setUp();
  alarm.set(30);
  alarm.set(10);
  clock.flush(20);
  alarm.set(40);
  alarm.set(60);
  clock.flush(100);
  expect(rung).toEqual([10, 60]);
});

test('that is unset does not ring', () => {
  const { clock, rung, alarm } = setUp();
  alarm.set(30);
  alarm.set(60);
  alarm.set(undefined);
  clock.flush(100);
  expect(rung).toEqual([]);
});

test('rings at once when its time is over', () => {
  const { clock, rung, alarm } = setUp();
  clock.flush(50);
  alarm.set(30);
  clock.flush(100);
  expect(rung).toEqual([50]);
});

test('rings never before a time between two ms', () => {
  const { clock, rung, alarm } = setUp();
  alarm.set(9.5);
  alarm.set(30.5);
  clock.flush(100);
  expect(rung).toEqual([31]);
});

test('that is put off with every frame sets a timer only when the last one has run out', () => {
  const { clock, rung, alarm } = setUp();
  const enqueue = vi.spyOn(WorkQueue.prototype, 'enqueue');
  for (let at = 0; at < 3000; at += 20) {
    clock.flush(at);
    alarm.set(at + 1000);
  }
  expect(enqueue).toHaveBeenCalledTimes(4);
  enqueue.mockRestore();
  clock.flush(5000);
  expect(rung).toEqual([3980]);
});

test('comes after what was due at its instant before it was set last', () => {
  const { clock, rung, alarm } = setUp();
  alarm.set(30);
  clock.schedule(() => rung.push(0), 30);
  alarm.set(30);
  clock.flush(100);
  expect(rung).toEqual([0, 30]);
});

test('that is set again whenever it rings schedules its one timer again', () => {
  const clock = new VirtualClock();
  const schedule = vi.spyOn(clock, 'schedule');
  const rung: number[] = [];
  const alarm = createAlarm(clock, () => {
    rung.push(clock.now());
    alarm.set(clock.now() + 50);
    alarm.set(clock.now() + 20);
  });
  alarm.set(10);
  clock.flush(70);
  expect([rung, schedule.mock.calls.length, clock.pending]).toEqual([[10, 30, 50, 70], 1, 1]);
});

test.each([
  ['VirtualClock', new VirtualClock()],
  ['VirtualTimeScheduler', new VirtualTimeScheduler()],
])('has one timer of a %s when it is set, unset and set while it rings', (_, scheduler) => {
  const rung: number[] = [];
  const alarm = createAlarm(scheduler, () => {
    rung.push(scheduler.now());
    if (rung.length > 2) return;
    alarm.set(scheduler.now() + 50);
    alarm.set(undefined);
    alarm.set(scheduler.now() + 20);
    alarm.set(scheduler.now() + 10);
  });
  alarm.set(10);
  scheduler.flush();
  expect(rung).toEqual([10, 20, 30]);
});
